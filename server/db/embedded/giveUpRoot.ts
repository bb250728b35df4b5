import { execFile } from 'node:child_process'
import { chown, lchown, lstat, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { StartError } from '../../settings.ts'
import { type Account, databaseAccount, handOver } from './account.ts'
import { completeBinaries } from './binaries.ts'
import { makeDirectory } from './dataDirectory.ts'

const run = promisify(execFile)
const top = fileURLToPath(new URL('../../../', import.meta.url))
/** Files that Drover creates in a data directory. */
const ours =
  /^(?:postgres|postgres-[\w.-]+|postgres\.new-\d+|postgres\.log(?:\.\d+)?|secret\.key[\w.]*|uploads|files|drover\.(?:lock|claim)-\w+)$/
/** Other expected entries, which keep their owner: a replay's own data, and the maps that the operator puts there. */
const others = new Set(['replay', 'maps'])
const isOurs = (name: string) => ours.test(name) || others.has(name)

/**
 * Gives up root for good when started as root, and continues as the owner of the data directory.
 * A directory that root owns is handed over to the database's account.
 * @returns why root was kept; null when this process is not root, or no longer
 * @throws StartError when no suitable account exists, or the data directory contains foreign files
 */
export async function giveUpRoot(dataDir: string): Promise<string | null> {
  const defaultAccount = await databaseAccount()
  if (defaultAccount === null) return null
  const path = resolve(dataDir)
  // The later claim of the directory reports the cause.
  if (
    !(await makeDirectory(path).then(
      () => true,
      () => false,
    ))
  )
    return `${path} can’t be made`
  const { uid, gid } = await stat(path)
  const account = uid === 0 ? defaultAccount : { name: String(uid), uid, gid }
  if (!(await can(account, '/bin/sh', '-c', 'cd "$1"', 'sh', dirname(path))))
    return `account ${account.name} can’t reach ${path}`
  // Files that are loaded or started later must be readable and executable, too.
  if (!(await can(account, process.execPath, '--check', join(top, 'server/app/app.ts'))))
    return `account ${account.name} can’t read ${top}`
  await handOverDataDirectory(path, account, [0, defaultAccount.uid])
  await completeBinaries()
  process.setgroups?.([account.gid])
  process.setgid?.(account.gid)
  process.setuid?.(account.uid)
  return null
}

const can = ({ uid, gid }: Account, command: string, ...words: string[]) =>
  run(command, words, { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )

/** @param from accounts whose files are handed over; files of all other accounts keep their owner */
async function handOverDataDirectory(path: string, account: Account, from: readonly number[]): Promise<void> {
  const names = await readdir(path)
  const { uid } = await stat(path)
  const foreign = uid === account.uid ? undefined : names.find((name) => !isOurs(name))
  if (foreign !== undefined) {
    throw new StartError(
      `data directory ${path} holds ${foreign}, which is not Drover's: name a directory of its own, or give it to account ${account.name}`,
    )
  }
  for (const name of names.filter((one) => ours.test(one))) {
    const one = join(path, name)
    const found = await lstat(one)
    if (found.uid === account.uid || !from.includes(found.uid)) continue
    if (found.isDirectory()) await handOver(one, account)
    else await lchown(one, account.uid, account.gid)
  }
  if (uid !== account.uid) await chown(path, account.uid, account.gid)
}
