import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

const commands = fileURLToPath(new URL('../', import.meta.url))

export const nodeVersion = '26.0.0'
export const platform = `${process.platform}-${process.arch}`
export async function hashOf(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const bytes of createReadStream(path)) sum.update(bytes as Buffer)
  return sum.digest('hex')
}
/** Returns a list of hashes in the format of node.json. */
export const pinned = (sha256: string, version = nodeVersion) =>
  JSON.stringify({ version, sha256: { [platform]: sha256 } })
/** Returns a lock file that requires a version of a package. */
export const lockWith = (version: string) => ({
  packages: {
    '': {},
    'node_modules/herd': { version },
    'node_modules/node': { version: nodeVersion },
    'node_modules/for-another-machine': { version: '1.0.0', optional: true, os: ['nowhere'] },
  },
})

/** A fake npm that logs its arguments and installs like a registry without surprises, or fails on request. */
const npm = `
import { appendFileSync, copyFileSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const [word, ...rest] = process.argv.slice(2)
appendFileSync(process.env.NPM_LOG, [word, ...rest.filter((one) => !one.startsWith('--') || one === '--no-save')].join(' ') + '\\n')
if (process.env.NPM_REFUSES === word) {
  console.error('npm error code ' + process.env.NPM_CODE + '\\nnpm error it is said why')
  process.exit(1)
}
const modules = join(process.cwd(), 'node_modules')
const fetched = rest.find((one) => one.includes('@'))
if (fetched) {
  const bin = join(modules, fetched.split('@')[0], 'bin')
  mkdirSync(bin, { recursive: true })
  try {
    linkSync(process.env.FETCHED, join(bin, 'node'))
  } catch {
    copyFileSync(process.env.FETCHED, join(bin, 'node'))
  }
} else {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  mkdirSync(join(modules, 'node'), { recursive: true })
  mkdirSync(join(modules, 'vite', 'bin'), { recursive: true })
  delete lock.packages['node_modules/for-another-machine']
  writeFileSync(join(modules, '.package-lock.json'), JSON.stringify(lock))
  writeFileSync(join(modules, 'node', 'package.json'), JSON.stringify({ version: lock.packages['node_modules/node'].version }))
  writeFileSync(join(modules, 'vite', 'bin', 'vite.js'), process.env.VITE)
}
`
/** A fake vite that logs its build. */
const vite = `
const { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const out = process.argv[process.argv.indexOf('--outDir') + 1]
appendFileSync(process.env.NPM_LOG, 'build\\n')
while (process.env.VITE_WAITS_FOR && !existsSync(process.env.VITE_WAITS_FOR)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
if (process.env.VITE_FAILS) { console.log('a word is missing'); process.exit(1) }
mkdirSync(out + '/assets', { recursive: true })
writeFileSync(out + '/assets/page-' + readFileSync('src/index.html') + '.js', '')
cpSync('src/index.html', out + '/index.html')
`

/** The calls of npm and vite for a checkout with nothing installed. */
export const all = ['ci', `install --no-save node@${nodeVersion}`, 'build']

/** Creates a checkout with nothing installed for each test of a file, with fakes of npm and vite. */
export function openTestCheckout() {
  let checkout: string
  /** A small fake of the downloaded Node, which runs the current Node: each checkout reads the file several times. */
  let small: { path: string; hash: string }
  beforeAll(async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'drover node ')), 'node')
    await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' "$@"\n${'#'.repeat(1_100_000)}\n`, { mode: 0o755 })
    small = { path, hash: await hashOf(path) }
  })
  afterAll(() => rm(dirname(small.path), { recursive: true, force: true }))

  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'drover checkout '))
    await mkdir(join(checkout, 'server', 'commands'), { recursive: true })
    await cp(join(commands, 'prepare.mjs'), join(checkout, 'server', 'commands', 'prepare.mjs'))
    await cp(join(commands, 'prepare'), join(checkout, 'server', 'commands', 'prepare'), { recursive: true })
    await mkdir(join(checkout, 'src'))
    await write('src/index.html', 'first')
    await write('package-lock.json', JSON.stringify(lockWith('1.0.0')))
    await write('npm-cli.mjs', npm)
    await link(join(checkout, 'npm-cli.mjs'), join(checkout, 'npm-cli.js'))
    await write('package.json', '{"type":"module"}')
    await write('server/commands/prepare/node.json', pinned(small.hash))
    await write('npm.log', '')
    await write(
      'script.mjs',
      `console.log(JSON.stringify({ node: process.execPath, words: process.argv.slice(2) })); process.exitCode = 7`,
    )
  })
  afterEach(() => rm(checkout, { recursive: true, force: true }))

  const write = (path: string, text: string) => writeFile(join(checkout, path), text)
  const read = (path: string) => readFile(join(checkout, path), 'utf8')

  function begin(environment: Record<string, string>, words: string[]) {
    return spawn(process.execPath, ['server/commands/prepare.mjs', ...words], {
      cwd: checkout,
      env: {
        PATH: process.env['PATH'] ?? '',
        TMPDIR: checkout,
        npm_execpath: join(checkout, 'npm-cli.js'),
        NPM_LOG: join(checkout, 'npm.log'),
        FETCHED: small.path,
        VITE: vite,
        ...environment,
      },
    })
  }

  async function prepare(environment: Record<string, string> = {}, words = ['script.mjs', 'a word', '--option']) {
    const child = begin(environment, words)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (bytes: Buffer) => void (stdout += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => void (stderr += bytes.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, stdout, stderr }
  }

  /** Returns the calls of npm and vite since the last call of this function. */
  async function done(): Promise<string[]> {
    const lines = (await read('npm.log')).split('\n').filter(Boolean)
    await write('npm.log', '')
    return lines.map((line) => line.replace(/ \S*node-\S+@/, ' node@'))
  }
  return { path: (...names: string[]) => join(checkout, ...names), write, read, begin, prepare, done }
}
