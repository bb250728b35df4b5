import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

const commands = fileURLToPath(new URL('.', import.meta.url))
/** A checkout with nothing installed; what an npm in it did is in `npm.log`. */
let checkout: string

const nodeVersion = '26.0.0'
const platform = `${process.platform}-${process.arch}`
async function hashOf(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const bytes of createReadStream(path)) sum.update(bytes as Buffer)
  return sum.digest('hex')
}
/** Of the Node that runs this. */
let ownHash: string
/**
 * The Node that the registry of these tests has: a file of a hundredth of the size, which hands over to the one that runs this.
 * Each checkout reads it as a whole, and more than once.
 */
let small: { path: string; hash: string }
beforeAll(async () => {
  ownHash = await hashOf(process.execPath)
  const path = join(await mkdtemp(join(tmpdir(), 'drover node ')), 'node')
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' "$@"\n${'#'.repeat(1_100_000)}\n`, { mode: 0o755 })
  small = { path, hash: await hashOf(path) }
})
afterAll(() => rm(dirname(small.path), { recursive: true, force: true }))
const pinned = (sha256: string, version = nodeVersion) => JSON.stringify({ version, sha256: { [platform]: sha256 } })
const lockWith = (version: string) => ({
  packages: {
    '': {},
    'node_modules/herd': { version },
    'node_modules/node': { version: nodeVersion },
    'node_modules/for-another-machine': { version: '1.0.0', optional: true, os: ['nowhere'] },
  },
})

/** An npm that notes what it is asked, and does what a registry without surprises would come to, or refuses as told. */
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
/** A vite that builds by writing down what it was to build. */
const vite = `
const { appendFileSync, cpSync, existsSync, mkdirSync } = require('node:fs')
const out = process.argv[process.argv.indexOf('--outDir') + 1]
appendFileSync(process.env.NPM_LOG, 'build\\n')
while (process.env.VITE_WAITS_FOR && !existsSync(process.env.VITE_WAITS_FOR)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
if (process.env.VITE_FAILS) { console.log('a word is missing'); process.exit(1) }
mkdirSync(out, { recursive: true })
cpSync('src/index.html', out + '/index.html')
`

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
  await write('script.mjs', `console.log(JSON.stringify({ node: process.execPath, words: process.argv.slice(2) })); process.exitCode = 7`)
})
afterEach(() => rm(checkout, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFile(join(checkout, path), text)
const read = (path: string) => readFile(join(checkout, path), 'utf8')

async function prepare(environment: Record<string, string> = {}, words = ['script.mjs', 'a word', '--option']) {
  const child = spawn(process.execPath, ['server/commands/prepare.mjs', ...words], {
    cwd: checkout,
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: checkout, npm_execpath: join(checkout, 'npm-cli.js'), NPM_LOG: join(checkout, 'npm.log'), FETCHED: small.path, VITE: vite, ...environment },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (bytes: Buffer) => void (stdout += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => void (stderr += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** The calls of npm and vite since the last look. */
async function done(): Promise<string[]> {
  const lines = (await read('npm.log')).split('\n').filter(Boolean)
  await write('npm.log', '')
  return lines.map((line) => line.replace(/ \S*node-\S+@/, ' node@'))
}
const all = ['ci', `install --no-save node@${nodeVersion}`, 'build']

describe('the Node that is fetched', () => {
  it.each([
    ['another file than the one that is named', () => pinned('0'.repeat(64)), /^The Node that was fetched is not the one .* names for .*: its SHA-256 is [0-9a-f]{64}\. It was not run\.$/m],
    ['of another version than the one that is named', () => pinned(small.hash, '25.0.0'), /names no Node 26\.0\.0, only 25\.0\.0\.$/m],
  ])('%s is not run', async (_what, pins, words) => {
    await write('server/commands/prepare/node.json', pins())
    const { code, stdout, stderr } = await prepare()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(words)
    await expect(read('node_modules/node/bin/node')).rejects.toThrow('ENOENT')
  })

  it('is named for every machine that Drover runs on, as package.json asks for it, and is this one here', async () => {
    const pins = z.object({ version: z.string(), sha256: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)) })
    const { version, sha256 } = pins.parse(JSON.parse(await readFile(join(commands, 'prepare', 'node.json'), 'utf8')))
    const { dependencies } = z.object({ dependencies: z.object({ node: z.string() }) }).parse(JSON.parse(await readFile(join(commands, '../../package.json'), 'utf8')))
    expect(version).toBe(dependencies.node)
    expect(Object.keys(sha256)).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'])
    expect(sha256[platform]).toBe(ownHash)
  })
})

describe('a checkout with nothing installed', () => {
  it('is installed, built, and hands over to the script under the Node of its own', async () => {
    await write('server/commands/prepare/node.json', pinned(ownHash))
    const { code, stdout, stderr } = await prepare({ FETCHED: process.execPath })
    expect(stderr).toMatch(/Installed in \d+ s\.\n[^]*Built in \d+ s\.\n/)
    expect(JSON.parse(stdout)).toEqual({ node: join(checkout, 'node_modules', 'node', 'bin', 'node'), words: ['a word', '--option'] })
    expect([code, await done(), await read('dist/index.html')]).toEqual([7, all, 'first'])
    expect(brotliDecompressSync(await readFile(join(checkout, 'dist', 'index.html.br'))).toString()).toBe('first')
    // The second time there is nothing to do, and nothing to say.
    expect([(await prepare()).stderr, await done()]).toEqual(['', []])
  })

  it('by two at once is installed and built once', async () => {
    const both = await Promise.all([prepare(), prepare()])
    expect(both.map(({ code }) => code)).toEqual([7, 7])
    expect(await done()).toEqual(all)
    expect(both.map(({ stderr }) => stderr).join('')).toContain('Another start is installing or building')
  })

  it('whose lock file npm ci does not take is installed by npm install', async () => {
    await mkdir(join(checkout, 'node_modules', 'half made'), { recursive: true })
    const { code } = await prepare({ NPM_REFUSES: 'ci', NPM_CODE: 'EUSAGE' })
    expect([code, await done()]).toEqual([7, ['ci', 'install --no-save', ...all.slice(1)]])
    await expect(read('node_modules/half made')).rejects.toThrow('ENOENT')
  })

  it('that can’t be installed says what npm said, and starts nothing', async () => {
    const { code, stdout, stderr } = await prepare({ NPM_REFUSES: 'ci', NPM_CODE: 'ENOTFOUND' })
    expect([code, stdout, await done()]).toEqual([1, '', ['ci']])
    expect(stderr).toContain('it is said why\nThe packages could not be installed. Is the package registry reachable?\n')
    expect(stderr).not.toMatch(/^ {4}at /m)
  })
})

describe('what is installed and built already', () => {
  beforeEach(async () => {
    await prepare()
    await done()
  })

  it('is installed again when the lock file asks for another version', async () => {
    await write('package-lock.json', JSON.stringify(lockWith('1.0.1')))
    await prepare()
    // The lock file decides on the built console, too. The Node is there.
    expect(await done()).toEqual(['ci', 'build'])
  })

  it('by hand, is seen to be what the lock file asks for', async () => {
    await rm(join(checkout, 'node_modules', '.drover-installed'))
    expect([(await prepare()).code, await done()]).toEqual([7, []])
    await write('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/node': { version: nodeVersion } } }))
    await rm(join(checkout, 'node_modules', '.drover-installed'))
    await prepare()
    expect(await done()).toEqual(['ci'])
  })

  it('is built again when a source changes, and not for a test or a file’s time', async () => {
    await write('src/index.test.ts', 'new')
    await write('src/index.html', 'first')
    await prepare()
    expect(await done()).toEqual([])
    await write('src/index.html', 'second')
    await prepare()
    expect([await done(), await read('dist/index.html')]).toEqual([['build'], 'second'])
  })

  it('is not built where it is not asked for', async () => {
    await write('src/index.html', 'second')
    expect((await prepare({}, ['--no-build', 'script.mjs'])).code).toBe(7)
    expect([await done(), await read('dist/index.html')]).toEqual([[], 'first'])
  })

  it('has the faults of packages mended, and says so where they are others than were known', async () => {
    const passages = [
      '  function nextWrite(fn) {',
      '    clearImmediate(nextWriteTimer)\n    if (socket) {',
      "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
      '        return fetchArrayTypes()',
      '    !hadError && (query || sent.length) && error(',
    ]
    await mkdir(join(checkout, 'node_modules', 'postgres', 'src'), { recursive: true })
    await write('node_modules/postgres/src/connection.js', `${passages.join('\n')}\n`)
    expect((await prepare()).code).toBe(7)
    expect(await read('node_modules/postgres/src/connection.js')).toContain('if (socket === null) {')
    await write('node_modules/postgres/src/connection.js', `${passages.slice(1).join('\n')}\n`)
    const { code, stderr } = await prepare()
    expect([code, stderr]).toEqual([1, 'postgres/src/connection.js is another one than its patch is for: see server/commands/prepare/patches.mjs.\n'])
    expect(await done()).toEqual([])
  })

  it('stays when a build fails, which says why', async () => {
    await write('src/index.html', 'second')
    const { code, stdout, stderr } = await prepare({ VITE_FAILS: '1' })
    expect([code, stdout, await read('dist/index.html')]).toEqual([1, '', 'first'])
    expect(stderr).toContain('a word is missing\nThe console could not be built.\n')
  })
})

describe('what is supervised', () => {
  const supervised = ['--supervise', 'script.mjs']

  it('starts beside the build, is told when the console is there, and has it compressed once it is ready', async () => {
    await write('script.mjs', `
      import { existsSync, writeFileSync } from 'node:fs'
      const isBuilt = [existsSync('dist/index.html')]
      writeFileSync('started', '')
      process.send({ type: 'console' })
      process.once('message', ({ type }) => {
        isBuilt.push(existsSync('dist/index.html'))
        console.log(JSON.stringify([type, ...isBuilt]))
        process.send({ type: 'ready' })
        const looking = setInterval(() => existsSync('dist/.compressed') && process.exit(clearInterval(looking)), 10)
      })`)
    const { code, stdout } = await prepare({ VITE_WAITS_FOR: 'started' }, supervised)
    expect([code, JSON.parse(stdout)]).toEqual([0, ['console', false, true]])
    expect(brotliDecompressSync(await readFile(join(checkout, 'dist', 'index.html.br'))).toString()).toBe('first')
  })

  it('ends when the console can’t be built, which says why', async () => {
    await write('script.mjs', `
      import { writeFileSync } from 'node:fs'
      process.on('SIGTERM', () => console.log('in order') ?? process.exit(0))
      writeFileSync('started', '')
      process.send({ type: 'console' })
      process.on('message', () => console.log('it is built'))`)
    const { code, stdout, stderr } = await prepare({ VITE_WAITS_FOR: 'started', VITE_FAILS: '1' }, supervised)
    expect([code, stdout]).toEqual([1, 'in order\n'])
    expect(stderr).toContain('a word is missing\nThe console could not be built.\n')
  })
})

it('without a script it says how it is used', async () => {
  await prepare({}, ['--no-build', 'script.mjs'])
  expect(await prepare({}, [])).toEqual({ code: 1, stdout: '', stderr: 'usage: node server/commands/prepare.mjs [--no-build] [--supervise] <script.ts> [argument …]\n' })
})
