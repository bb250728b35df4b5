// A process of its own that plays stored readings to the alert engine: what it takes of time and memory is not the server’s.
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { connect, type ConnectOptions } from '../db/connect.ts'
import type { RehearsalAsk, RehearsalNews } from './ask.ts'
import { rehearse } from './simulate.ts'

/** The task of the process, given by its environment as JSON. */
export interface RehearsalTask {
  ask: RehearsalAsk
  target: ConnectOptions['target']
}

/** Below the server, which is not to wait for it. */
const nicer = 15

setPriority(Math.min(19, getPriority() + nicer))
try {
  // Where memory runs out, the system ends this process before any other.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Linux alone has it.
}

const { ask, target } = JSON.parse(process.env['DROVER_REHEARSAL'] ?? '') as RehearsalTask
const tell = (news: RehearsalNews) => new Promise<void>((resolve) => process.send?.(news, undefined, undefined, () => resolve()))

// The server has ended, or wants it no more.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
const sql = connect({ target, connections: 1, name: 'drover-rehearsal' })
await tell(await rehearse({ ask, sql, target, onShare: (share) => void tell({ share }) }))
process.exit()
