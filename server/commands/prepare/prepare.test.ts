import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { z } from 'zod'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { all, hashOf, lockWith, nodeVersion, openTestCheckout, pinned, platform } from './testCheckout.ts'

vi.setConfig({ testTimeout: 60_000 })

const { path, write, read, prepare, done } = openTestCheckout()
/** Hash of the Node that runs this test. */
const ownHash = await hashOf(process.execPath)

describe('the fetched Node', () => {
  it.each([
    [
      'with another hash',
      () => pinned('0'.repeat(64)),
      /^The Node that was fetched is not the one .* names for .*: its SHA-256 is [0-9a-f]{64}\. It was not run\.$/m,
    ],
    ['of another version', () => pinned('0'.repeat(64), '25.0.0'), /names no Node 26\.0\.0, only 25\.0\.0\.$/m],
  ])('is not run %s', async (_what, pins, words) => {
    await write('server/commands/prepare/node.json', pins())
    const { code, stdout, stderr } = await prepare()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(words)
    await expect(read('node_modules/node/bin/node')).rejects.toThrow('ENOENT')
  })

  it('is pinned for each platform in the version of package.json', async () => {
    const pins = z.object({ version: z.string(), sha256: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)) })
    const { version, sha256 } = pins.parse(JSON.parse(await readFile(new URL('node.json', import.meta.url), 'utf8')))
    const { dependencies } = z
      .object({ dependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')))
    expect(version).toBe(dependencies.node)
    expect(Object.keys(sha256)).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'])
    expect(sha256[platform]).toBe(ownHash)
  })
})

describe('a checkout without packages', () => {
  it('is installed, built and handed over to its own Node', async () => {
    await write('server/commands/prepare/node.json', pinned(ownHash))
    const { code, stdout, stderr } = await prepare({ FETCHED: process.execPath })
    expect(stderr).toMatch(/Installed in \d+ s\.\n[^]*Built in \d+ s\.\n/)
    expect(JSON.parse(stdout)).toEqual({
      node: path('node_modules', 'node', 'bin', 'node'),
      words: ['a word', '--option'],
    })
    expect([code, await done(), await read('dist/index.html')]).toEqual([7, all, 'first'])
    // A second start does and prints nothing.
    expect([(await prepare()).stderr, await done()]).toEqual(['', []])
  })

  it('is installed and built once by two concurrent starts', { tags: 'long' }, async () => {
    const both = await Promise.all([prepare(), prepare()])
    expect(both.map(({ code }) => code)).toEqual([7, 7])
    expect(await done()).toEqual(all)
    expect(both.map(({ stderr }) => stderr).join('')).toContain('Another start is installing or building')
  })

  it('is installed by npm install when npm ci refuses the lock file', { tags: 'long' }, async () => {
    await mkdir(path('node_modules', 'half made'), { recursive: true })
    const { code } = await prepare({ NPM_REFUSES: 'ci', NPM_CODE: 'EUSAGE' })
    expect([code, await done()]).toEqual([7, ['ci', 'install --no-save', ...all.slice(1)]])
    await expect(read('node_modules/half made')).rejects.toThrow('ENOENT')
  })

  it('prints the error of npm and starts nothing when installing fails', { tags: 'long' }, async () => {
    const { code, stdout, stderr } = await prepare({ NPM_REFUSES: 'ci', NPM_CODE: 'ENOTFOUND' })
    expect([code, stdout, await done()]).toEqual([1, '', ['ci']])
    expect(stderr).toContain(
      'it is said why\nThe packages could not be installed. Is the package registry reachable?\n',
    )
    expect(stderr).not.toMatch(/^ {4}at /m)
  })
})

describe('an installed and built checkout', () => {
  beforeEach(async () => {
    await prepare()
    await done()
  })

  it('is installed again when the lock file changes', { tags: 'long' }, async () => {
    await write('package-lock.json', JSON.stringify(lockWith('1.0.1')))
    await prepare()
    // The lock file decides on the built console, too. The Node is there.
    expect(await done()).toEqual(['ci', 'build'])
  })

  it('is recognised when npm was run by hand', { tags: 'long' }, async () => {
    await rm(path('node_modules', '.drover-installed'))
    expect([(await prepare()).code, await done()]).toEqual([7, []])
    await write(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/node': { version: nodeVersion } } }),
    )
    await rm(path('node_modules', '.drover-installed'))
    await prepare()
    expect(await done()).toEqual(['ci'])
  })

  it('is built again when a source changes, not for a test', async () => {
    await write('src/index.test.ts', 'new')
    await write('src/index.html', 'first')
    await prepare()
    expect(await done()).toEqual([])
    await write('src/index.html', 'second')
    await prepare()
    expect([await done(), await read('dist/index.html')]).toEqual([['build'], 'second'])
  })

  it('is not built with --no-build', { tags: 'long' }, async () => {
    await write('src/index.html', 'second')
    expect((await prepare({}, ['--no-build', 'script.mjs'])).code).toBe(7)
    expect([await done(), await read('dist/index.html')]).toEqual([[], 'first'])
  })

  it('keeps the assets of the previous build for open consoles', { tags: 'long' }, async () => {
    const assets = async () => (await readdir(path('dist', 'assets'))).toSorted()
    const build = async (page: string, environment = {}) => {
      await write('src/index.html', page)
      await prepare(environment)
      return assets()
    }
    await prepare({}, ['--compress', 'script.mjs'])
    const [first, second] = [['page-first.js', 'page-first.js.br'], ['page-second.js']]
    expect(await assets()).toEqual(first)
    expect(await build('second')).toEqual([...first, ...second])
    expect(await build('third', { VITE_FAILS: '1' })).toEqual([...first, ...second])
    expect(await build('third')).toEqual([...second, 'page-third.js'])
    expect(await build('second')).toEqual([...second, 'page-third.js'])
  })

  it('gets its console back after a stop while replacing it', { tags: 'long' }, async () => {
    await rename(path('dist'), path('node_modules', '.drover-dist-old'))
    await prepare({ VITE_FAILS: '1' })
    expect(await read('dist/index.html')).toBe('first')
  })

  it('keeps its console when a build fails', { tags: 'long' }, async () => {
    await write('src/index.html', 'second')
    const { code, stdout, stderr } = await prepare({ VITE_FAILS: '1' })
    expect([code, stdout, await read('dist/index.html')]).toEqual([1, '', 'first'])
    expect(stderr).toContain('a word is missing\nThe console could not be built.\n')
  })
})

it('prints its usage without a script', { tags: 'long' }, async () => {
  await prepare({}, ['--no-build', 'script.mjs'])
  expect(await prepare({}, [])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'usage: node server/commands/prepare.mjs [--no-build | --build | --compress] [--supervise] <script.ts> [argument …]\n',
  })
})

it('builds the console alone without a script', { tags: 'long' }, async () => {
  expect((await prepare({}, ['--build'])).code).toBe(0)
  expect(await read('dist/index.html')).toBe('first')
})
