// A separate process that replays stored readings to the alert engine, so that its time and memory do not affect the server.
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { connect, type ConnectOptions } from '../db/connect.ts'
import type { RehearsalAsk, RehearsalNews } from './ask.ts'
import { rehearse } from './simulate.ts'

/** The task of the process, passed as JSON in its environment. */
export interface RehearsalTask {
  ask: RehearsalAsk
  target: ConnectOptions['target']
}

/** Priority below the server, which must not wait for it. */
const niceIncrement = 15

setPriority(Math.min(19, getPriority() + niceIncrement))
try {
  // When memory runs out, the system kills this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // This exists on Linux only.
}

const { ask, target } = JSON.parse(process.env['DROVER_REHEARSAL'] ?? '') as RehearsalTask
const sendNews = (news: RehearsalNews) =>
  new Promise<void>((resolve) => process.send?.(news, undefined, undefined, () => resolve()))

// The server has ended or cancelled the rehearsal.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
const sql = connect({ target, connections: 1, name: 'drover-rehearsal' })
await sendNews(await rehearse({ ask, sql, target, onShare: (share) => void sendNews({ share }) }))
process.exit()
