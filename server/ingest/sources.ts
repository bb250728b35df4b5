import { createHash } from 'node:crypto'
import type { Registry, Source } from '../herd/registry.ts'
import type { DecoderName } from './decoders/decoders.ts'

/** Returns the SHA-256 of a source's secret, which is stored and used for lookups, so that no secret is compared. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Finds the source of a secret; with a name, only if it is that source's. */
export function findSource(registry: Registry, secret: string, name?: string): Source | undefined {
  const hash = hashSecret(secret)
  for (const source of registry.sources.values()) {
    if (source.secretHash === hash && (name === undefined || source.name === name)) return source
  }
  return undefined
}

export function mayUse(source: Source, decoder: DecoderName): boolean {
  return source.adapters.has(decoder)
}
