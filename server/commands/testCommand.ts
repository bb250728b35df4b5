import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { openOutside } from '../testing/testOutside.ts'

const top = fileURLToPath(new URL('../../', import.meta.url))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A command of this folder in its own process, by default on free ports. */
export interface Command {
  child: ChildProcess
  /** Returns its output so far. */
  stdout(): string
  /** Waits until its output matches. Rejects with the output when it ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<Ended>
  /** Ends it like Ctrl-C. */
  stop(): Promise<Ended>
}

const running = new Set<ChildProcess>()

/**
 * Starts `server/commands/<script>`.
 * @param environment replaces this process's environment
 * @param account account to run as
 */
export function runCommandFile(
  script: string,
  environment: Record<string, string>,
  { args = [], account }: { args?: string[]; account?: { uid: number; gid: number } | undefined } = {},
): Command {
  const child = spawn(process.execPath, [`server/commands/${script}`, ...args], {
    cwd: top,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      MQTT_PORT: '0',
      DEMO: '0',
      DEMO_KIND: 'herd',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  let look = () => {}
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString()
    look()
  })
  child.stderr.on('data', (bytes: Buffer) => void (stderr += bytes.toString()))
  const ended = once(child, 'close').then(([code]): Ended => {
    running.delete(child)
    return { code: code as number | null, stdout, stderr }
  })
  return {
    child,
    stdout: () => stdout,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = pattern.exec(stdout)
          if (found) resolve(found)
        }
        look()
        void ended.then(({ code }) => reject(new Error(`${script} ended with ${code}: ${stdout}${stderr}`)))
      }),
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}

/** Provides a data directory and a database for the commands of a test file. */
export function commandPlace(): {
  database(): TestDatabase
  environment(): { DATA_DIR: string; DATABASE_URL: string }
} {
  let folder: string
  let database: TestDatabase
  let outside: Awaited<ReturnType<typeof openOutside>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drover-command-'))
    database = await openTestDatabase()
    outside = await openOutside(database)
  })
  afterAll(async () => {
    await outside.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    database: () => database,
    environment: () => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: outside.url }),
  }
}

/** Ends the commands that tests left running. */
export async function stopCommands(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const closed = once(child, 'close')
      child.kill('SIGINT')
      await closed
    }),
  )
}
