import { fork, spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

/** Runs a program to its end and shows its output unless `quiet`. */
export function run(command: string, args: string[], cwd: string, quiet = false): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => resolve(-1))
    child.once('exit', (code) => resolve(code ?? -1))
  })
}

/** Returns unused ports. */
export async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
        }),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return [ports[0] ?? 0, ports[1] ?? 0]
}

/** A child process of the bench that answers one message at a time. */
export interface Worker<In, Out> {
  ask(message: In): Promise<Out>
  end(): void
}

/** Starts a file of the bench as a process of its own. */
export function startWorker<In extends object, Out>(file: string): Worker<In, Out> {
  const child: ChildProcess = fork(new URL(file, import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  let waiting: { resolve: (answer: Out) => void; reject: (error: Error) => void } | null = null
  child.on('message', (answer: { ok: Out } | { error: string }) => {
    if ('error' in answer) waiting?.reject(new Error(answer.error))
    else waiting?.resolve(answer.ok)
    waiting = null
  })
  child.on('exit', (code) => waiting?.reject(new Error(`${file} ended with ${code}`)))
  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        child.send(message)
      }),
    end: () => void child.kill('SIGKILL'),
  }
}

/** Answers messages in a process started by `startWorker`. */
export function answer<In, Out>(work: (message: In) => Promise<Out>): void {
  process.on('message', (message: In) => {
    work(message).then(
      (ok) => process.send?.({ ok }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}

const ticksPerSecond = 100

/** Fields of /proc/<pid>/stat after the name, which may contain any characters. */
function stat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Returns a process and all its descendants. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(stat(Number(name))?.[1] ?? -1)
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const members = [pid]
  for (const member of members) members.push(...(parents.get(member) ?? []))
  return members
}

/** CPU seconds used by processes, including their children that have ended. */
export function cpuSeconds(pids: number[]): number {
  let ticks = 0
  for (const pid of pids) {
    const fields = stat(pid)
    if (fields) for (const field of [11, 12, 13, 14]) ticks += Number(fields[field])
  }
  return ticks / ticksPerSecond
}

/** Memory of processes, counting shared memory proportionally (PSS), MB. */
export function megabytes(pids: number[]): number {
  let kilobytes = 0
  for (const pid of pids) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
    } catch {
      // The process has ended.
    }
  }
  return kilobytes / 1024
}
