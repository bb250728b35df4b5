import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../product.ts'

/** An outside broker that keeps undelivered messages across restarts. */
export interface Broker {
  port: number
  start(): Promise<void>
  signal(signal: NodeJS.Signals): void
  close(): Promise<void>
}

/** Returns the path of mosquitto; null when not installed. */
export function findMosquitto(): string | null {
  const found = spawnSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v mosquitto'], {
    encoding: 'utf8',
  }).stdout.trim()
  return found === '' ? null : found
}

/** Starts an outside broker on a port of its own. */
export async function startBroker(program: string): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-broker-'))
  const port = await freePort()
  await writeFile(
    join(folder, 'mosquitto.conf'),
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location ${folder}/\nmax_queued_messages 0\nautosave_on_changes true\nautosave_interval 1\nuser root\n`,
  )
  let child: ChildProcess
  const start = async () => {
    child = spawn(program, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    while (!(await isListening(port))) await wait(50)
  }
  await start()
  return {
    port,
    start,
    signal: (signal) => void child.kill(signal),
    async close() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const found = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return found
}
