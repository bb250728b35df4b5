import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { machineNow } from '../../clock.ts'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** A page as it was made. */
export interface MadePage {
  status: number
  contentType: string
  text: string
  /** The path that it is at now, in place of a page. */
  movedTo?: string | undefined
}

/** A page as it is sent: whole and compressed, and what tells it apart from any other. */
export interface KeptPage {
  status: number
  contentType: string
  movedTo: string | undefined
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

interface Entry {
  generation: number
  page: Promise<KeptPage>
  /** The page as it was before the last change, for while a new one can't be made. */
  before: KeptPage | null
  bytes: number
}

interface CacheOptions {
  /** When what is shown changes by itself, epoch ms by the machine's clock; null: never. */
  nextChangeAt: () => Promise<number | null>
  maxBytes?: number
}

export interface PageCache {
  /** A page by its key, as it is now: made by the first who asks, kept until something changes. Where it can't be made it is the last one that could. */
  get(key: string, make: () => Promise<MadePage>): Promise<KeptPage>
  /** Reads a part that several pages share, once until something changes; nothing (null) is not kept. */
  shared<T>(name: string, read: () => Promise<T>): Promise<T>
  /** Makes the kept pages stale. */
  change(): void
}

/** The bytes that an entry takes beside its page. */
const overheadBytes = 500
/** As good as it gets for what is compressed once and sent often. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function keep({ status, contentType, text, movedTo }: MadePage): Promise<KeptPage> {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([brotli(plain, quality), zip(plain)])
  return { status, contentType, movedTo, etag: createHash('sha256').update(contentType).update(plain).digest('base64url').slice(0, 27), plain, br, gzip: gzipped }
}

/** Rendered pages in memory. After a change nobody is given what was made of before: neither who asks then nor who waits for it. */
export function createPageCache({ nextChangeAt, maxBytes = 48 * 1024 ** 2 }: CacheOptions): PageCache {
  const entries = new Map<string, Entry>()
  let shared = new Map<string, Promise<unknown>>()
  let generation = 0
  let bytes = 0
  /** Of this generation; undefined: not yet asked. */
  let changesAt: Promise<number | null> | undefined
  let knownChangeAt: number | null = null

  const change = () => {
    generation += 1
    shared = new Map()
    changesAt = undefined
    knownChangeAt = null
  }
  const changeWhenDue = () => {
    if (knownChangeAt !== null && machineNow() >= knownChangeAt) change()
  }
  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const readChangeAt = async (mine: number) => {
    const at = await (changesAt ??= nextChangeAt())
    if (mine === generation) knownChangeAt = at
  }

  /** Makes a page of what is so now: made again where something changed meanwhile. */
  async function makeNow(make: () => Promise<MadePage>): Promise<KeptPage> {
    for (let tries = 1; ; tries++) {
      const mine = generation
      // First when it changes, then what it says: a change between the two is seen by the next look.
      await readChangeAt(mine)
      const page = await keep(await make())
      if (mine === generation || tries === 3) return page
    }
  }

  return {
    change,
    async shared<T>(name: string, read: () => Promise<T>): Promise<T> {
      changeWhenDue()
      const mine = shared
      const found = mine.get(name)
      if (found !== undefined) return (await found) as T
      const reading = readChangeAt(generation).then(read)
      mine.set(name, reading)
      reading.then((value) => value === null && mine.delete(name), () => mine.delete(name))
      return reading
    },
    async get(key, make) {
      changeWhenDue()
      const found = entries.get(key)
      if (found?.generation === generation) {
        // Set again, so that the map keeps the order of the last use.
        entries.delete(key)
        entries.set(key, found)
        return found.page
      }
      const before = found && (found.before ?? (await found.page.catch(() => null)))
      const current = entries.get(key)
      // Another came first while this one waited.
      if (current !== undefined && current.generation === generation) return current.page
      const mine: Entry = { generation, page: makeNow(make), before: before ?? null, bytes: 0 }
      drop(key)
      entries.set(key, mine)
      try {
        const page = await mine.page
        mine.before = page
        if (entries.get(key) === mine) {
          mine.bytes = overheadBytes + page.plain.length + page.br.length + page.gzip.length
          bytes += mine.bytes
          for (const oldest of entries.keys()) {
            if (bytes <= maxBytes) break
            if (oldest !== key) drop(oldest)
          }
        }
        return page
      } catch (error) {
        if (changesAt !== undefined) changesAt = undefined
        if (entries.get(key) === mine) {
          if (mine.before === null) drop(key)
          else mine.generation = -1
        }
        if (mine.before !== null) return mine.before
        throw error
      }
    },
  }
}
