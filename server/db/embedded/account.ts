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
 * Returns the account that the database runs as: PostgreSQL refuses to run as root.
 * @returns null when this process's own account is used
 * @throws StartError when this process is root and no suitable account exists
 */
export async function databaseAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  for (const name of ['drover', 'postgres', '_postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      )
      if (uid && gid) return { name, uid, gid }
    } catch {
      // This account does not exist: try the next one.
    }
  }
  throw new StartError("the embedded PostgreSQL can't run as root, and there is no account drover, postgres or nobody")
}

/** Gives a directory and its content to the account. Returns early when the account already owns the directory. */
export async function handOver(path: string, account: Account): Promise<void> {
  if ((await lstat(path)).uid === account.uid) return
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  // Changes the directory itself last, so that the next start completes an interrupted change.
  await lchown(path, account.uid, account.gid)
}

/** Checks whether the account can enter a directory and write there. Asks the system, because file modes do not show every restriction. */
export async function canEnter(path: string, account: Account): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', path], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
  }).then(
    () => true,
    () => false,
  )
}
