import { z } from 'zod'
import { hashOf, type PackEntry, textOf } from './readPack.ts'

const maxTextBytes = 16 * 1024 ** 2
const hex = z.string().regex(/^[0-9a-f]{64}$/)

/** The manifest of an evidence pack. */
const manifestSchema = z.object({
  of: z.literal('alert'),
  alertId: z.number().int(),
  madeAt: z.string(),
  madeBy: z.string(),
  files: z.array(z.object({ path: z.string(), sha256: hex, bytes: z.number().int() })),
  sealed: z.array(
    z.object({
      source: z.string(),
      key: z.string(),
      state: z.enum(['SEALED', 'WAITING', 'OPEN']),
      place: z.number().int().nullable(),
      rowHash: hex.nullable(),
      hash: hex.nullable(),
      day: z.string().nullable(),
      root: hex.nullable(),
    }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

export interface CheckedPack {
  manifest: Manifest
  /** SHA-256 of `manifest.json`, hex. */
  manifestHash: string
  files: number
}

/**
 * Checks every file of a pack against its list of hashes, and that list against the manifest.
 * @throws Error with the first file that was changed, is missing, or was added
 */
export async function checkPack(entries: readonly PackEntry[]): Promise<CheckedPack> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  if (byPath.size !== entries.length) throw new Error('it has a file twice')
  const contentOf = (path: string) => {
    const entry = byPath.get(path)
    if (entry === undefined) throw new Error(`${path} is missing`)
    return entry.content()
  }
  const sums = new Map<string, string>()
  for (const line of (await textOf(contentOf('SHA256SUMS'), maxTextBytes)).split('\n').filter((text) => text !== '')) {
    const [, hash, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (hash === undefined || path === undefined) throw new Error('SHA256SUMS is no list of hashes')
    sums.set(path, hash)
  }
  for (const path of byPath.keys()) if (path !== 'SHA256SUMS' && !sums.has(path)) throw new Error(`${path} was put in`)
  for (const [path, hash] of sums) if ((await hashOf(contentOf(path))) !== hash) throw new Error(`${path} was changed`)
  const parsed = manifestSchema.safeParse(asJson(await textOf(contentOf('manifest.json'), maxTextBytes)))
  if (!parsed.success) throw new Error('manifest.json is no manifest of a pack')
  for (const { path, sha256 } of parsed.data.files)
    if (sums.get(path) !== sha256) throw new Error(`${path} is not what manifest.json says`)
  return { manifest: parsed.data, manifestHash: sums.get('manifest.json') ?? '', files: sums.size }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
