// Allows only one installation or build at a time.
import { renameSync, writeFileSync } from 'node:fs'
import { link, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash, read, say, Stop, top } from './checkout.mjs'
import { isInterrupted, running, whenStarted } from './programs.mjs'

/** Outside the checkout, where `npm ci` deletes files and git looks for changes. */
const locks = join(tmpdir(), `drover-prepare-${hash(top).slice(0, 12)}-${process.getuid?.() ?? 0}`)
/** Path of our lock; null without one. */
let held = null

const refreshMs = 5_000
const abandonedMs = 300_000

export async function alone(work) {
  await mkdir(locks, { recursive: true, mode: 0o700 })
  for (let told = false; !(held = await takeLock());) {
    if (!told) say('Another start is installing or building; waiting for it …')
    told = true
    await new Promise((go) => setTimeout(go, 200))
    // The caller ends its other programs in order.
    if (isInterrupted()) throw new Stop('')
  }
  whenStarted(refreshLock)
  const refreshing = setInterval(refreshLock, refreshMs)
  try {
    await work()
  } finally {
    clearInterval(refreshing)
    writeLock('')
    held = null
  }
}

/** The lock lists the programs we started too: if we are killed, npm continues, and a second one must not start. */
function refreshLock() {
  writeLock([process.pid, ...[...running].map(({ pid }) => pid)].join(' '))
}

/** Writes in one step, because other processes may be reading it. */
function writeLock(text) {
  if (!held) return
  try {
    writeFileSync(join(locks, `draft-${process.pid}`), text)
    renameSync(join(locks, `draft-${process.pid}`), held)
  } catch {
    // The temporary directory was cleaned; continue without the lock.
  }
}

/** Acquires the lock like that of a data directory (server/db/embedded/dataDirectory.ts has the reasons): with the number after the last. */
async function takeLock() {
  const turnsNow = async () =>
    (await readdir(locks))
      .map(Number)
      .filter((turn) => turn > 0)
      .sort((a, b) => b - a)
  const draft = join(locks, `draft-${process.pid}`)
  await writeFile(draft, String(process.pid))
  try {
    const last = (await turnsNow())[0] ?? 0
    if (last > 0 && !(await isOver(join(locks, String(last)), draft))) return null
    const mine = join(locks, String(last + 1))
    await link(draft, mine)
    const [now, ...past] = await turnsNow()
    for (const turn of now === last + 1 ? past : [last + 1]) await rm(join(locks, String(turn)), { force: true })
    return now === last + 1 ? mine : null
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return null
  } finally {
    await rm(draft, { force: true })
  }
}

/** Returns whether a lock's holder has released it, has died with all its programs, or has not refreshed it for long. */
async function isOver(lock, justWritten) {
  const pids = ((await read(lock)) ?? '').split(' ').map(Number)
  if (!pids.some((pid) => pid > 0 && isAlive(pid))) return true
  // A pid may belong to another program, for example after a reboot.
  const [then, now] = [await stat(lock).catch(() => null), await stat(justWritten)]
  return then !== null && now.mtimeMs - then.mtimeMs > abandonedMs
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
