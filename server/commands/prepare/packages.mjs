// Installs the packages of package-lock.json, including Node.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hash, modules, node, read, say, Stop, stopwatch, top } from './checkout.mjs'
import { run } from './programs.mjs'

const installStamp = join(modules, '.drover-installed')

export async function isInstalled() {
  const lock = await readFile(join(top, 'package-lock.json'), 'utf8')
  const wanted = hash(lock, process.platform, process.arch)
  if (!(await hasNode(JSON.parse(lock)))) return false
  if ((await read(installStamp)) === wanted) return true
  // npm may have been run by hand: its own record of the last run shows whether everything is installed.
  if (!(await matches(JSON.parse(lock))) || (await faultOf(node)) !== null) return false
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
    // npm skips packages for other machines; an optional package that names this machine must be installed.
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
  if (!(await isInstalled())) throw new Stop('npm did not install all that package-lock.json asks for.')
  say(`Installed in ${elapsed()} s.`)
}

async function installPackages() {
  say('Installing packages; the first time this takes about a minute …')
  // No install scripts, in any version and configuration of npm: the only needed one runs below.
  // Forced, because the lock file already decided the versions, and npm 10 checks peers more strictly than npm 11.
  const options = ['--force', '--ignore-scripts', '--include=dev', '--include=optional', ...quiet]
  const { code, output } = await npm(['ci', ...options], top)
  if (code !== 0 && output.includes('code EUSAGE')) {
    // npm ci requires a lock file with every package for every machine. A lock file written where some of
    // those were unavailable (a mirror) is incomplete; npm install adds the rest without changing the file.
    say('package-lock.json does not list all that package.json asks for; the rest is looked up …')
    // Incomplete packages of a killed npm would count as installed; npm ci also starts by removing everything.
    await rm(modules, { recursive: true, force: true })
    must(await npm(['install', '--no-save', ...options], top))
  } else must({ code, output })
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

function must({ code, output }) {
  if (code !== 0)
    throw new Stop(`${output.trim()}\nThe packages could not be installed. Is the package registry reachable?`)
}

/** Downloads the executable of the package `node`, as its install script would. */
async function installNode() {
  if (
    (await hasNode(JSON.parse(await readFile(join(top, 'package-lock.json'), 'utf8')))) &&
    (await faultOf(node)) === null
  )
    return
  const { version } = JSON.parse(await readFile(join(modules, 'node', 'package.json'), 'utf8'))
  const name = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`
  say(`Fetching Node ${version} …`)
  const scratch = await mkdtemp(join(modules, '.node-'))
  try {
    await writeFile(join(scratch, 'package.json'), '{"private":true}')
    must(
      await npm(
        ['install', '--ignore-scripts', '--no-save', '--no-package-lock', ...quiet, `${name}@${version}`],
        scratch,
      ),
    )
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

/** Returns why a Node must not be run: its hash differs from node.json. Null when it may be run. */
async function faultOf(path, wanted) {
  const { version, sha256 } = JSON.parse(await readFile(new URL('node.json', import.meta.url), 'utf8'))
  if (wanted !== undefined && wanted !== version)
    return `server/commands/prepare/node.json names no Node ${wanted}, only ${version}.`
  const sum = createHash('sha256')
  for await (const bytes of createReadStream(path)) sum.update(bytes)
  const found = sum.digest('hex')
  const platform = `${process.platform}-${process.arch}`
  return found === sha256[platform]
    ? null
    : `The Node that was fetched is not the one that server/commands/prepare/node.json names for ${platform}: its SHA-256 is ${found}. It was not run.`
}

/** Prefers the npm that started this process, else the one on the path. */
async function npm(words, cwd) {
  const path = process.env.npm_execpath
  const own = path && /npm-cli\.c?js$/.test(path)
  const [command, ...first] = own ? [process.execPath, path] : ['npm']
  const { code, output, error } = await run(command, [...first, ...words], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: npmEnvironment(),
  })
  if (error) throw new Stop(`npm could not be run: ${error.message}`)
  return { code, output }
}

/** Removes variables that `npm start -- …` or an outer npm has set, which would refer to another folder. */
function npmEnvironment() {
  const drop = /^npm_config_(global|prefix|local_prefix|ignore_scripts|workspace|workspaces|omit|include|dry_run)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !drop.test(name)))
}
