import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { openTestCheckout } from './testCheckout.ts'

vi.setConfig({ testTimeout: 60_000 })

const { path, write, read, begin, prepare } = openTestCheckout()
const decompressed = async () => brotliDecompressSync(await readFile(path('dist', 'index.html.br'))).toString()

it('compresses the console before a script that measures it', { tags: 'long' }, async () => {
  await write('script.mjs', `import { existsSync } from 'node:fs'; console.log(existsSync('dist/index.html.br'))`)
  expect((await prepare({}, ['--compress', 'script.mjs'])).stdout).toBe('true\n')
  expect(await decompressed()).toBe('first')
})

describe('a supervised script', () => {
  const supervised = ['--supervise', 'script.mjs']

  it('starts during the build and gets a message after it', async () => {
    await write(
      'script.mjs',
      `
      import { existsSync, writeFileSync } from 'node:fs'
      const isBuilt = [existsSync('dist/index.html')]
      writeFileSync('started', '')
      process.send({ type: 'console' })
      process.once('message', ({ type }) => {
        isBuilt.push(existsSync('dist/index.html'))
        console.log(JSON.stringify([type, ...isBuilt]))
        process.send({ type: 'ready' })
        const looking = setInterval(() => existsSync('dist/.compressed') && process.exit(clearInterval(looking)), 10)
      })`,
    )
    const { code, stdout } = await prepare({ VITE_WAITS_FOR: 'started' }, supervised)
    expect([code, JSON.parse(stdout)]).toEqual([0, ['console', false, true]])
    expect(await decompressed()).toBe('first')
  })

  it('ends in order before its supervisor', { tags: 'long' }, async () => {
    await write(
      'script.mjs',
      `
      import { writeFileSync } from 'node:fs'
      const { name } = process.env
      process.on('SIGTERM', () => setTimeout(() => process.exit(writeFileSync(name + ' ended', '')), 700))
      writeFileSync(name + ' started', '')
      setInterval(() => {}, 1000)`,
    )
    const start = async (name: string) => {
      const child = begin({ name, VITE_WAITS_FOR: 'never' }, supervised)
      await vi.waitFor(() => read(`${name} started`), { timeout: 20_000, interval: 50 })
      return { child, ended: once(child, 'exit').then(() => read(`${name} ended`)) }
    }
    const builds = await start('builds')
    await vi.waitFor(async () => expect(await read('npm.log')).toContain('build'), { timeout: 20_000, interval: 50 })
    const waits = await start('waits')
    await once(waits.child.stderr, 'data')
    for (const { child, ended } of [waits, builds]) {
      child.kill('SIGTERM')
      expect(await ended).toBe('')
    }
  })

  it('ends when the build fails', { tags: 'long' }, async () => {
    await write(
      'script.mjs',
      `
      import { writeFileSync } from 'node:fs'
      process.on('SIGTERM', () => console.log('in order') ?? process.exit(0))
      writeFileSync('started', '')
      process.send({ type: 'console' })
      process.on('message', () => console.log('it is built'))`,
    )
    const { code, stdout, stderr } = await prepare({ VITE_WAITS_FOR: 'started', VITE_FAILS: '1' }, supervised)
    expect([code, stdout]).toEqual([1, 'in order\n'])
    expect(stderr).toContain('a word is missing\nThe console could not be built.\n')
  })
})
