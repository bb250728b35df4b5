import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesName } from '../db/embedded/dataDirectory.ts'
import { createFileStore, type FileStore, type StoredFile, type NamedAmong } from './fileStore.ts'

let dataDir = ''
let store: FileStore
const failures: unknown[] = []
const log = { error: (cause: unknown) => void failures.push(cause) }

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover files '))
  store = createFileStore({ dataDir, log })
  failures.length = 0
})
afterEach(() => rm(dataDir, { recursive: true }))

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const pathOf = (hash: string) => join(dataDir, filesName, hash.slice(0, 2), hash.slice(2, 4), hash)
const files = async () =>
  (await readdir(join(dataDir, filesName), { recursive: true }).catch(() => []))
    .filter((path) => path.length > 64)
    .toSorted()
const none: NamedAmong = async () => new Set()
const all: NamedAmong = async (hashes) => new Set(hashes)
const later = () => Date.now() + 60_000

async function keep(text: string): Promise<StoredFile> {
  const path = join(dataDir, 'upload')
  await writeFile(path, text)
  return store.store(path, async (file) => file)
}
const textOf = async (file: StoredFile) => (await (await store.read(file)).setEncoding('utf8').toArray()).join('')

describe('a file', () => {
  test('is written under its hash for this account only, before its row', async () => {
    const path = join(dataDir, 'upload')
    await writeFile(path, 'a licence')
    const stored = await store.store(path, async (file) => ({
      ...file,
      there: await readFile(pathOf(file.hash), 'utf8'),
    }))
    expect(stored).toEqual({ hash: hashOf('a licence'), size: 9, there: 'a licence' })
    expect((await stat(pathOf(stored.hash))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual([filesName])
    expect(await textOf(stored)).toBe('a licence')
  })

  test('is stored once for equal content', async () => {
    expect(await keep('the same')).toEqual(await keep('the same'))
    expect(await files()).toHaveLength(1)
  })

  test('is not served when incomplete, and is repaired by another upload', async () => {
    const stored = await keep('the whole text')
    await writeFile(pathOf(stored.hash), 'the wh')
    expect(await store.has(stored)).toBe(false)
    await expect(store.read(stored)).rejects.toThrow('6 bytes instead of 14')
    await keep('the whole text')
    expect(await textOf(stored)).toBe('the whole text')
    await rm(pathOf(stored.hash))
    expect(await store.has(stored)).toBe(false)
    await expect(store.read(stored)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is refused as UNAVAILABLE when it can’t be written', async () => {
    await writeFile(join(dataDir, filesName), '')
    await expect(keep('x')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(failures).toHaveLength(1)
  })

  test('rejects with the error of its row', async () => {
    const path = join(dataDir, 'upload')
    await writeFile(path, 'x')
    await expect(store.store(path, () => Promise.reject(new Error('no row')))).rejects.toThrow('no row')
    expect(failures).toEqual([])
  })
})

describe('a file without a row', () => {
  test('is swept when old enough, unlike named files and foreign ones', async () => {
    const [named, old, fresh] = [await keep('named'), await keep('old'), await keep('fresh')]
    await writeFile(join(dataDir, filesName, 'README'), 'not ours')
    for (const { hash } of [named, old]) await utimes(pathOf(hash), 1000, 1000)
    const namedOne: NamedAmong = async (hashes) => new Set(hashes.filter((hash) => hash === named.hash))
    expect(await store.sweep(Date.now() - 60_000, namedOne)).toBe(1)
    expect([await store.has(named), await store.has(old), await store.has(fresh)]).toEqual([true, false, true])
    expect(await readdir(join(dataDir, filesName))).toContain('README')
  })

  test('is deleted with its row unless another row names it', async () => {
    const [mine, shared] = [await keep('mine'), await keep('shared')]
    await store.discard(
      [mine.hash, mine.hash, shared.hash, hashOf('never there')],
      async (hashes) => new Set(hashes.filter((hash) => hash === shared.hash)),
    )
    expect([await store.has(mine), await store.has(shared)]).toEqual([false, true])
  })

  test('is not swept while its row is being written', async () => {
    const path = join(dataDir, 'upload')
    await writeFile(path, 'x')
    let isNamed = false
    const writing = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<StoredFile>()
    const stored = store.store(path, async (file) => {
      begun.resolve(file)
      await writing.promise
      isNamed = true
      return file
    })
    const file = await begun.promise
    const swept = store.sweep(later(), async (hashes) => new Set(isNamed ? hashes : []))
    writing.resolve()
    await stored
    expect(await swept).toBe(0)
    expect(await store.has(file)).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('a kill', () => {
  /** Stores a text in a process that is killed while the row is being written. */
  async function killed(text: string): Promise<void> {
    const path = join(dataDir, 'upload')
    await writeFile(path, text)
    const script = `
      const { createFileStore } = await import(${JSON.stringify(new URL('./fileStore.ts', import.meta.url).href)})
      const store = createFileStore({ dataDir: ${JSON.stringify(dataDir)}, log: console })
      await store.store(${JSON.stringify(path)}, async () => process.kill(process.pid, 'SIGKILL'))`
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [, signal] = (await once(server, 'exit')) as [number | null, NodeJS.Signals | null]
    expect(signal).toBe('SIGKILL')
  }

  test('between file and row leaves a complete file for the sweep', async () => {
    await killed('no row names it')
    const stored = { hash: hashOf('no row names it'), size: 15 }
    expect(await textOf(stored)).toBe('no row names it')
    expect(await store.sweep(Date.now() - 60_000, none)).toBe(0)
    expect(await store.sweep(later(), all)).toBe(0)
    expect(await store.sweep(later(), none)).toBe(1)
    expect(await files()).toEqual([])
  }, 20_000)
})
