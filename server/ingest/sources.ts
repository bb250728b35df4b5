import { createHash } from 'node:crypto'
import type { Registry, Source } from '../herd/registry.ts'
import type { DecoderName } from './message.ts'

/** SHA-256 of a source's secret: what the database keeps, and what the look-up goes by (no secret is compared). */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The source that a secret opens; with a name, only if it is that source's. */
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
