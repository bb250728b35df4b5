// `node server/commands/prepare.mjs [--no-build] <script.ts> [argument …]`
//
// The first step of every npm script that runs ours: any Node >= 20 with nothing installed comes this far. It installs
// what is missing, builds the console when its sources changed, and hands over to the script under the Node of
// package.json. Plain JavaScript, and only what Node 20 has.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const top = fileURLToPath(new URL('../../', import.meta.url))
const modules = join(top, 'node_modules')
const installStamp = join(modules, '.drover-installed')
const dist = join(top, 'dist')
const buildStamp = join(dist, '.sources')
/** Node as package.json asks for it. */
const node = join(modules, 'node', 'bin', 'node')
/** All that the built console depends on. */
const buildSources = ['src', 'streams', 'contract', 'locales', 'mocks', 'vite.config.ts', 'package-lock.json']

/** Whole seconds. Not by server/clock.ts, which an older Node can't load. */
function stopwatch() {
  const from = process.hrtime.bigint()
  return () => Number((process.hrtime.bigint() - from) / 1_000_000_000n)
}

/** On the error stream: the output may be meant for another program. */
const say = (line) => process.stderr.write(`${line}\n`)

const read = (path) => readFile(path, 'utf8').catch(() => null)
const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest('hex')

/** An end that needs no stack trace. */
class Stop extends Error {}

// Installing ----------------------------------------------------------------------------------------------------------

async function isInstalled() {
  const lock = await readFile(join(top, 'package-lock.json'), 'utf8')
  const wanted = hash(lock, process.platform, process.arch)
  if (!(await hasNode(JSON.parse(lock)))) return false
  if ((await read(installStamp)) === wanted) return true
  // Somebody may have run npm by hand: what npm noted of its last run tells whether all is there.
  if (!(await matches(JSON.parse(lock)))) return false
  await writeFile(installStamp, wanted)
  return true
}

async function hasNode(lock) {
  const installed = JSON.parse((await read(join(modules, 'node', 'package.json'))) ?? '{}')
  const file = await stat(node).catch(() => null)
  return installed.version === lock.packages['node_modules/node']?.version && (file?.size ?? 0) > 1_000_000
}

async function matches(lock) {
  const noted = JSON.parse((await read(join(modules, '.package-lock.json'))) ?? '{}').packages
  if (!noted) return false
  const fits = (list, mine) => !list || list.includes(mine)
  return Object.entries(lock.packages).every(([path, { version, optional, os, cpu, libc, link: isLink }]) => {
    if (path === '' || isLink || noted[path]?.version === version) return true
    // npm leaves out what is for other machines; of the rest that is optional, what names this one has to be there.
    return optional === true && !(os && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, libcOf()))
  })
}

let libcName
function libcOf() {
  libcName ??= process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return libcName
}

async function install() {
  const elapsed = stopwatch()
  if (!(await matches(JSON.parse(await readFile(join(top, 'package-lock.json'), 'utf8'))))) await installPackages()
  await installNode()
  if (!(await isInstalled())) throw new Stop('npm did not install all that package-lock.json asks for.')
  say(`Installed in ${elapsed()} s.`)
}

async function installPackages() {
  say('Installing packages; the first time this takes about a minute …')
  // No install scripts, whatever npm's version and settings: the one that is needed is run below.
  // Forced: what goes together was decided when the lock file was written, and npm 10 judges peers harder than npm 11.
  const options = ['--force', '--ignore-scripts', '--include=dev', '--include=optional', ...quiet]
  const { code, output } = await npm(['ci', ...options], top)
  if (code !== 0 && output.includes('code EUSAGE')) {
    // npm ci takes nothing but a lock file that names every package for every machine. One that was written where some
    // of those could not be had (a mirror) does not; npm install fills the gaps, and leaves the file as it is.
    say('package-lock.json does not list all that package.json asks for; the rest is looked up …')
    // What a killed npm left half-made would pass for installed; npm ci sweeps, too.
    await rm(modules, { recursive: true, force: true })
    must(await npm(['install', '--no-save', ...options], top))
  } else must({ code, output })
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

function must({ code, output }) {
  if (code !== 0) throw new Stop(`${output.trim()}\nThe packages could not be installed. Is the package registry reachable?`)
}

/** Fetches the executable the package `node` stands for, as its own install script would. */
async function installNode() {
  if (await hasNode(JSON.parse(await readFile(join(top, 'package-lock.json'), 'utf8')))) return
  const { version } = JSON.parse(await readFile(join(modules, 'node', 'package.json'), 'utf8'))
  const name = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`
  say(`Fetching Node ${version} …`)
  const scratch = await mkdtemp(join(modules, '.node-'))
  try {
    await writeFile(join(scratch, 'package.json'), '{"private":true}')
    must(await npm(['install', '--ignore-scripts', '--no-save', '--no-package-lock', ...quiet, `${name}@${version}`], scratch))
    await mkdir(dirname(node), { recursive: true })
    await unlink(node).catch(() => {})
    const fetched = join(scratch, 'node_modules', name, 'bin', 'node')
    await link(fetched, node).catch(() => cp(fetched, node))
    await mkdir(join(modules, '.bin'), { recursive: true })
    await symlink('../node/bin/node', join(modules, '.bin', 'node')).catch(() => {})
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The npm that called us, else the one on the path. */
async function npm(words, cwd) {
  const path = process.env.npm_execpath
  const own = path && /npm-cli\.c?js$/.test(path)
  const [command, ...first] = own ? [process.execPath, path] : ['npm']
  const { code, output, error } = await run(command, [...first, ...words], { cwd, stdio: ['ignore', 'ignore', 'pipe'], env: npmEnvironment() })
  if (error) throw new Stop(`npm could not be run: ${error.message}`)
  return { code, output }
}

/** Without what `npm start -- …` or an outer npm has set for itself, which would reach into another folder. */
function npmEnvironment() {
  const drop = /^npm_config_(global|prefix|local_prefix|ignore_scripts|workspace|workspaces|omit|include|dry_run)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !drop.test(name)))
}

// Building ------------------------------------------------------------------------------------------------------------

async function filesBelow(path) {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
  return (await Promise.all(entries.map(({ name }) => filesBelow(join(path, name))))).flat()
}

/** By content: a checkout gives files new times. */
async function sourcesHash() {
  const files = (await Promise.all(buildSources.map((name) => filesBelow(join(top, name))))).flat().sort()
  const sums = await Promise.all(files.map(async (path) => `${relative(top, path)} ${hash(await readFile(path))}\n`))
  return hash(...sums)
}

async function isBuilt() {
  return (await read(buildStamp)) === (await sourcesHash()) && (await stat(join(dist, 'index.html')).catch(() => null)) !== null
}

/** Next to the old one, which another instance may be serving meanwhile; then they change places. */
async function build() {
  const elapsed = stopwatch()
  say('Building the console …')
  const sources = await sourcesHash()
  const draft = join(modules, '.drover-dist')
  await rm(draft, { recursive: true, force: true })
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const { code, output } = await run(node, [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'], { cwd: top, stdio: ['ignore', 'pipe', 'pipe'], env: withNode() })
  if (code !== 0) throw new Stop(`${output.trim()}\nThe console could not be built.`)
  await writeFile(join(draft, '.sources'), sources)
  const old = join(modules, '.drover-dist-old')
  await rm(old, { recursive: true, force: true })
  await rename(dist, old).catch(() => {})
  await rename(draft, dist).catch(() => cp(draft, dist, { recursive: true }))
  await rm(old, { recursive: true, force: true })
  say(`Built in ${elapsed()} s.`)
}

// One at a time -------------------------------------------------------------------------------------------------------

/** Outside of the checkout, where `npm ci` sweeps and git looks. */
const locks = join(tmpdir(), `drover-prepare-${hash(top).slice(0, 12)}-${process.getuid?.() ?? 0}`)
/** The lock we hold, or null. */
let held = null

const refreshMs = 5_000
const abandonedMs = 300_000

async function alone(work) {
  await mkdir(locks, { recursive: true, mode: 0o700 })
  for (let told = false; !(held = await takeLock()); ) {
    if (!told) say('Another start is installing or building; waiting for it …')
    told = true
    await new Promise((go) => setTimeout(go, 200))
    stopWhenInterrupted()
  }
  const refreshing = setInterval(refreshLock, refreshMs)
  try {
    await work()
  } finally {
    clearInterval(refreshing)
    writeLock('')
    held = null
  }
}

/** It names what we started, too: when we are killed, npm goes on, and a second one must not come in between. */
function refreshLock() {
  writeLock([process.pid, ...[...running].map(({ pid }) => pid)].join(' '))
}

/** In one step: others may be reading it. */
function writeLock(text) {
  if (!held) return
  try {
    writeFileSync(join(locks, `draft-${process.pid}`), text)
    renameSync(join(locks, `draft-${process.pid}`), held)
  } catch {
    // Somebody swept the temporary directory; the work goes on.
  }
}

/** As a data directory is claimed (server/db/embedded/dataDirectory.ts, which says why): each takes the turn after the last. */
async function takeLock() {
  const turnsNow = async () => (await readdir(locks)).map(Number).filter((turn) => turn > 0).sort((a, b) => b - a)
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

/** Whether a turn's holder has let go, or is dead with all it started, or has long not refreshed its lock. */
async function isOver(lock, justWritten) {
  const pids = ((await read(lock)) ?? '').split(' ').map(Number)
  if (!pids.some((pid) => pid > 0 && isAlive(pid))) return true
  // A pid may have come to mean something else, after a restart of the machine for one.
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

// Running -------------------------------------------------------------------------------------------------------------

const running = new Set()

/** Runs a program to its end; `output` is what it wrote, where it was piped. */
function run(command, words, options) {
  return new Promise((settle) => {
    const child = spawn(command, words, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => void (output += data))
    if (child.pid) running.add(child)
    refreshLock()
    const end = (result) => {
      running.delete(child)
      settle({ output, ...result })
    }
    child.once('error', (error) => end({ error, code: 1 }))
    child.once('close', (code, signal) => end({ code, signal }))
  })
}

/** What we start finds Node as package.json asks for it before any other. */
function withNode() {
  return { ...process.env, PATH: [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter) }
}

/** Ctrl-C reaches the child, too, since it is of the terminal's group: there it must not come twice. */
const fromTerminal = process.stdin.isTTY === true
let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = signal
    // We stay until the child has ended in order.
    if (signal !== 'SIGINT' || !fromTerminal) for (const child of running) child.kill(signal)
  })
}

function stopWhenInterrupted() {
  if (interrupted) process.exit(128 + constants.signals[interrupted])
}

async function main() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Stop(`Node 20 or newer is needed to begin with; this is ${process.version}.`)
  const words = process.argv.slice(2)
  const builds = words[0] !== '--no-build'
  const [script, ...rest] = builds ? words : words.slice(1)
  if (!script) throw new Stop('usage: node server/commands/prepare.mjs [--no-build] <script.ts> [argument …]')

  if (!(await isInstalled())) await alone(async () => void ((await isInstalled()) || (await install())))
  stopWhenInterrupted()
  if (builds && !(await isBuilt())) await alone(async () => void ((await isBuilt()) || (await build())))
  stopWhenInterrupted()

  const { code, signal, error } = await run(node, [resolve(top, script), ...rest], { stdio: 'inherit', env: withNode() })
  if (error) throw new Stop(`${node} could not be run: ${error.message}`)
  process.exitCode = signal ? 128 + constants.signals[signal] : code
}

try {
  await main()
} catch (error) {
  stopWhenInterrupted()
  if (error.code === 'ENOSPC') say('The disk is full.')
  else if (error.code === 'EACCES' || error.code === 'EROFS') say(`This account may not write to ${error.path}.`)
  else if (error instanceof Stop) say(error.message)
  else throw error
  process.exitCode = 1
}
