import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { machineNow } from '../../clock.ts'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** A rendered page. */
export interface MadePage {
  /** 0: there is no such page. That is not cached, since there are endless addresses without a page. */
  status: number
  contentType: string
  text: string
  /** New path to redirect to, instead of a page. */
  movedTo?: string | undefined
}

/** A page ready to send: plain, compressed, and with its ETag. */
export interface CachedPage {
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
  page: Promise<CachedPage>
  /** The page before the last change, served while a new one cannot be made. */
  before: CachedPage | null
  bytes: number
}

interface CacheOptions {
  /** Returns when the published content next changes by itself (machine time, epoch ms); null: never. */
  nextChangeAt: () => Promise<number | null>
  maxBytes?: number
}

export interface PageCache {
  /**
   * Returns the current page of a key. Makes it on first request and caches it until something changes. Falls back to the previous page when that
   * fails.
   */
  get(key: string, make: () => Promise<MadePage>): Promise<CachedPage>
  /** Reads a part shared by several pages, once until something changes. Null results are not cached. */
  shared<T>(name: string, read: () => Promise<T>): Promise<T>
  /** Marks all cached pages as stale. */
  change(): void
}

/** Estimated bytes of an entry in addition to its page. */
const overheadBytes = 500
/** High compression for pages that are compressed once and sent often. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const nothing = Buffer.alloc(0)
const missingPage: CachedPage = {
  status: 0,
  contentType: '',
  movedTo: undefined,
  etag: '',
  plain: nothing,
  br: nothing,
  gzip: nothing,
}

async function compress({ status, contentType, text, movedTo }: MadePage): Promise<CachedPage> {
  if (status === 0) return missingPage
  const plain = Buffer.from(text)
  const [br, gzipped] = (await Promise.all([brotli(plain, quality), zip(plain)])).map(asExactBuffer)
  return {
    status,
    contentType,
    movedTo,
    etag: createHash('sha256').update(contentType).update(plain).digest('base64url').slice(0, 27),
    plain,
    br: br ?? plain,
    gzip: gzipped ?? plain,
  }
}

/** Copies a compressed text out of its buffer: zlib returns the beginning of 16 KB. */
function asExactBuffer(bytes: Buffer): Buffer {
  const exact = Buffer.alloc(bytes.length)
  bytes.copy(exact)
  return exact
}

/** Creates the cache of rendered pages. After a change, no request gets a page made from earlier content, not even one already waiting. */
export function createPageCache({ nextChangeAt, maxBytes = 48 * 1024 ** 2 }: CacheOptions): PageCache {
  const entries = new Map<string, Entry>()
  let shared = new Map<string, Promise<unknown>>()
  let generation = 0
  let bytes = 0
  /** For this generation; undefined: not read yet. */
  let changesAt: Promise<number | null> | undefined
  let nextKnownChangeAt: number | null = null

  const change = () => {
    generation += 1
    shared = new Map()
    changesAt = undefined
    nextKnownChangeAt = null
  }
  const changeWhenDue = () => {
    if (nextKnownChangeAt !== null && machineNow() >= nextKnownChangeAt) change()
  }
  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const readChangeAt = async (mine: number) => {
    const at = await (changesAt ??= nextChangeAt())
    if (mine === generation) nextKnownChangeAt = at
  }

  /** Makes a page from current content; makes it again when something changed while it was being made. */
  async function makeNow(make: () => Promise<MadePage>): Promise<CachedPage> {
    for (let tries = 1; ; tries++) {
      const mine = generation
      // Reads the time of the next change before the content: a change between the two is noticed by the next request.
      await readChangeAt(mine)
      const page = await compress(await make())
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
      reading.then(
        (value) => value === null && mine.delete(name),
        () => mine.delete(name),
      )
      return reading
    },
    async get(key, make) {
      changeWhenDue()
      const found = entries.get(key)
      if (found?.generation === generation) {
        // Inserted again, so that the map is ordered by last use.
        entries.delete(key)
        entries.set(key, found)
        return found.page
      }
      const before = found && (found.before ?? (await found.page.catch(() => null)))
      const current = entries.get(key)
      // Another request was faster while this one waited.
      if (current !== undefined && current.generation === generation) return current.page
      const mine: Entry = { generation, page: makeNow(make), before: before ?? null, bytes: 0 }
      drop(key)
      entries.set(key, mine)
      try {
        const page = await mine.page
        mine.before = page
        if (page.status === 0) {
          if (entries.get(key) === mine) drop(key)
          return page
        }
        if (entries.get(key) === mine) {
          mine.bytes = overheadBytes + 2 * key.length + page.plain.length + page.br.length + page.gzip.length
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
