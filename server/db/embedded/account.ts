import { execFile } from 'node:child_process'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../settings.ts'

const run = promisify(execFile)

export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * The account the database runs as: PostgreSQL refuses to be root.
 * @returns null when it is simply ours
 * @throws StartError when we are root and there is no account to step down to
 */
export async function databaseAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  for (const name of ['drover', 'postgres', '_postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)))
      if (uid && gid) return { name, uid, gid }
    } catch {
      // There is no such account: try the next one.
    }
  }
  throw new StartError("the embedded PostgreSQL can't run as root, and there is no account drover, postgres or nobody")
}

/** Gives a directory and everything in it to the account; does nothing more than look when the account owns it already. */
export async function handOver(path: string, account: Account): Promise<void> {
  if ((await lstat(path)).uid === account.uid) return
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  // The directory itself comes last, so that an interrupted change of owner is finished at the next start.
  await lchown(path, account.uid, account.gid)
}

/** Whether the account can reach a directory and write there: the system is asked, because modes do not tell everything. */
export async function canEnter(path: string, account: Account): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', path], { uid: account.uid, gid: account.gid, cwd: '/' }).then(() => true, () => false)
}
