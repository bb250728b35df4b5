// The packages of package-lock.json, and the Node among them.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hash, modules, node, read, say, Stop, stopwatch, top } from './checkout.mjs'
import { isPatched, patch } from './patches.mjs'
import { run } from './programs.mjs'

const installStamp = join(modules, '.drover-installed')

export async function isInstalled() {
  const lock = await readFile(join(top, 'package-lock.json'), 'utf8')
  const wanted = hash(lock, process.platform, process.arch)
  if (!(await hasNode(JSON.parse(lock)))) return false
  if ((await read(installStamp)) === wanted) return isPatched()
  // Somebody may have run npm by hand: what npm noted of its last run tells whether all is there.
  if (!(await matches(JSON.parse(lock))) || (await faultOf(node)) !== null) return false
  await writeFile(installStamp, wanted)
  return isPatched()
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

export async function install() {
  const elapsed = stopwatch()
  if (!(await matches(JSON.parse(await readFile(join(top, 'package-lock.json'), 'utf8'))))) await installPackages()
  await installNode()
  await patch()
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
    // Packages that a killed npm left half-made would pass for installed; npm ci sweeps, too.
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
  if ((await hasNode(JSON.parse(await readFile(join(top, 'package-lock.json'), 'utf8')))) && (await faultOf(node)) === null) return
  const { version } = JSON.parse(await readFile(join(modules, 'node', 'package.json'), 'utf8'))
  const name = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`
  say(`Fetching Node ${version} …`)
  const scratch = await mkdtemp(join(modules, '.node-'))
  try {
    await writeFile(join(scratch, 'package.json'), '{"private":true}')
    must(await npm(['install', '--ignore-scripts', '--no-save', '--no-package-lock', ...quiet, `${name}@${version}`], scratch))
    const fetched = join(scratch, 'node_modules', name, 'bin', 'node')
    const fault = await faultOf(fetched, version)
    if (fault !== null) throw new Stop(fault)
    await mkdir(dirname(node), { recursive: true })
    await unlink(node).catch(() => {})
    await link(fetched, node).catch(() => cp(fetched, node))
    await mkdir(join(modules, '.bin'), { recursive: true })
    await symlink('../node/bin/node', join(modules, '.bin', 'node')).catch(() => {})
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Why a Node may not be run: it is another one than node.json names by its hash. Null where it may. */
async function faultOf(path, wanted) {
  const { version, sha256 } = JSON.parse(await readFile(new URL('node.json', import.meta.url), 'utf8'))
  if (wanted !== undefined && wanted !== version) return `server/commands/prepare/node.json names no Node ${wanted}, only ${version}.`
  const sum = createHash('sha256')
  for await (const bytes of createReadStream(path)) sum.update(bytes)
  const found = sum.digest('hex')
  const platform = `${process.platform}-${process.arch}`
  return found === sha256[platform] ? null : `The Node that was fetched is not the one that server/commands/prepare/node.json names for ${platform}: its SHA-256 is ${found}. It was not run.`
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
