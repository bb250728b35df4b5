import { readdirSync, readFileSync } from 'node:fs'

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/stat`).replace(/^.*\) /s, '').split(' ')[1] === String(pid))
    .map(Number)
}

/** A process and its children. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

/** Those of a postmaster's children that serve a connection. */
export const backendsOf = (postmaster: number): number[] => childrenOf(postmaster).filter((pid) => read(`/proc/${pid}/cmdline`).includes('[local]'))

/**
 * Sends a signal to those of some processes that are there.
 * @throws Error if one of them is no process: 0 and below stand for whole groups, that of the tests among them
 */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    if (!Number.isInteger(pid) || pid < 2) throw new Error(`${pid} is no process that a test may strike`)
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
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
