import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Reads /proc where it exists: slim containers have no `ps`. */
const hasProc = process.platform === 'linux'

/**
 * Returns a text that identifies a process, also against a later one with the same pid.
 * @returns null when no such process lives; zombies count as ended
 */
export async function processIdentity(pid: number): Promise<string | null> {
  try {
    if (!hasProc) {
      const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])
      const [state = 'Z', ...startedAt] = stdout.trim().split(/\s+/)
      return state.startsWith('Z') ? null : startedAt.join(' ')
    }
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may contain spaces and brackets: the state is the first field after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1')
    return `${boot.trim()} ${fields[19]}`
  } catch {
    return null
  }
}

async function commandLines(): Promise<{ pid: number; command: string }[]> {
  if (!hasProc) {
    const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 64 * 1024 * 1024 })
    return stdout.split('\n').map((line) => {
      const [pid = '', command = ''] = line.trim().split(/\s+(.*)/, 2)
      return { pid: Number(pid), command }
    })
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return Promise.all(pids.map(async (pid) => ({ pid, command: await commandLine(pid) })))
}

/** Returns '' for an ended process and for a zombie. */
async function commandLine(pid: number): Promise<string> {
  if (!hasProc) return (await commandLines()).find((line) => line.pid === pid)?.command ?? ''
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.replaceAll('\0', ' ').trim()
}

/** Returns whether `pid` is the postmaster that was started with this cluster name. */
export async function isPostmaster(pid: number, clusterName: string): Promise<boolean> {
  return (await commandLine(pid)).includes(` cluster_name=${clusterName} `)
}

/**
 * Lists every process of a cluster: its postmaster and its children, whose titles show the cluster name.
 * Children may outlive a killed postmaster and hold its shared memory.
 */
export async function clusterProcesses(clusterName: string): Promise<number[]> {
  const title = `postgres: ${clusterName}: `
  return (await commandLines())
    .filter(({ command }) => command.startsWith(title) || command.includes(` cluster_name=${clusterName} `))
    .map(({ pid }) => pid)
}

/** Sends a signal. Ignores a process that has already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
