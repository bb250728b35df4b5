import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryFlags, memorySettings } from '../server/commands/prepare/memory.mjs'
import { connect, type Sql } from '../server/db/connect.ts'
import { databaseName, databaseUser } from '../server/db/embedded/cluster.ts'
import { cpuSeconds, processTree, freePorts, megabytes } from './processes.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The product as `npm start` runs it, with its own data directory and ports. */
export interface Product {
  /** Time from start until ready, ms. */
  readyMs: number
  webPort: number
  mqttPort: number
  sql: Sql
  /** CPU seconds used so far. */
  cpu(): { server: number; database: number }
  /** MB of memory in use. */
  memory(): { server: number; database: number }
  stop(): Promise<void>
}

export function newDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'drover-bench-'))
  // The database runs without root rights and needs access.
  chmodSync(path, 0o755)
  return path
}

export const removeDataDir = (path: string) => rmSync(path, { recursive: true, force: true })

/**
 * Starts the product without its demo and waits until it is ready.
 * @param environment further settings
 */
export async function startProduct(dataDir: string, environment: Record<string, string> = {}): Promise<Product> {
  const [webPort, mqttPort] = await freePorts()
  const from = performance.now()
  const child = spawn(process.execPath, [...memoryFlags, 'server/commands/start.ts'], {
    cwd: root,
    env: {
      ...memorySettings,
      ...process.env,
      PORT: String(webPort),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const appendOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000))
  child.stdout.on('data', appendOutput)
  child.stderr.on('data', appendOutput)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${webPort}/health/ready`).catch(() => null)
    if (answer?.status === 200) break
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - from > 120_000) {
      child.kill('SIGKILL')
      throw new Error(`the product did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const readyMs = performance.now() - from
  const postmaster = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const database = Number(postmaster[0])
  const sql = connect({
    target: { socketDir: postmaster[4] ?? '', user: databaseUser, database: databaseName },
    connections: 2,
    name: 'bench',
  })
  const server = () => processTree(child.pid ?? 0).filter((pid) => !processTree(database).includes(pid))
  return {
    readyMs,
    webPort,
    mqttPort,
    sql,
    cpu: () => ({ server: cpuSeconds(server()), database: cpuSeconds(processTree(database)) }),
    memory: () => ({ server: megabytes(server()), database: megabytes(processTree(database)) }),
    async stop() {
      await sql.end({ timeout: 5 })
      if (child.exitCode !== null || child.signalCode !== null) {
        console.log(`the product had ended by itself (${child.exitCode ?? child.signalCode}):\n${output}`)
        return
      }
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
      await exited
      clearTimeout(timer)
      const warnings = output.split('\n').filter((line) => /"level":(?:40|50|60)/.test(line))
      if (warnings.length > 0) console.log(`the product said:\n${warnings.slice(-5).join('\n')}`)
    },
  }
}
