import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A running product: the process that `npm start` starts. */
export interface Product {
  url: string
  mqttPort: number
  mqttUrl: string
  /** The key of its outbox; it survives restarts. */
  outboxKey: string
  dataDir: string
  /** Kills the server like a power cut; the database keeps running, and the next start takes it over. */
  kill(): Promise<void>
  /** Starts it again on the same data and ports. */
  restart(): Promise<void>
  /** Stops it and waits. */
  stop(): Promise<void>
  /** The server's pid. */
  pid(): number
  /** The postmaster's pid. */
  postmaster(): number
  /** Whether the postmaster accepts connections. */
  isPostmasterReady(): boolean
}

/** Returns a free port below the system's ephemeral range, so that no connection takes it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer()
    server.listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Starts the product on a data directory and waits until it reports that it is ready. */
export async function startProduct(dataDir: string, environment: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const mqttPort = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...environment,
  }
  const first = await launch(env)
  let { child } = first
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const pidFile = () => readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    outboxKey: /\/outbox#key=([\w-]+)/.exec(first.output)?.[1] ?? '',
    dataDir,
    kill: () => end('SIGKILL'),
    async restart() {
      child = (await launch(env)).child
    },
    stop: () => end('SIGINT'),
    pid: () => child.pid ?? 0,
    postmaster: () => Number(pidFile()[0]),
    isPostmasterReady: () => pidFile()[7]?.trim() === 'ready',
  }
}

async function launch(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, ['server/commands/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      if (output.includes('Ctrl-C stops it')) resolve()
    })
    child.stderr.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
    child.once('exit', (code, signal) => {
      reject(new Error(`the product ended with ${code}: ${output}`))
      // Logs unexpected exits, even if the running test ignores them.
      if (code !== 0 && signal === null) console.error(`the product ended with ${code}: ${output.slice(-4000)}`)
    })
  })
  return { child, output }
}
