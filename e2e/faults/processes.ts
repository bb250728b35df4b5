import { readdirSync, readFileSync } from 'node:fs'

/** Returns the children of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(
      (name) =>
        /^\d+$/.test(name) &&
        read(`/proc/${name}/stat`)
          .replace(/^.*\) /s, '')
          .split(' ')[1] === String(pid),
    )
    .map(Number)
}

/** Returns a process and its children. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

/** Returns the children of a postmaster that serve connections. */
export const backendsOf = (postmaster: number): number[] =>
  childrenOf(postmaster).filter((pid) => read(`/proc/${pid}/cmdline`).includes('[local]'))

/**
 * Sends a signal to those of the processes that still run.
 * @throws Error for an invalid pid: 0 and below address whole groups, including the tests' own
 */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    if (!Number.isInteger(pid) || pid < 2) throw new Error(`${pid} is no process that a test may strike`)
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
