import type { FastifyRequest } from 'fastify'
import { keyPrefix } from '#contract/people/apiKeys.ts'
import { containsKeySecret } from '../auth/keySecrets.ts'
import { CallError } from '../callError.ts'

/**
 * Returns the API key of a request; null for requests of people. Bearer tokens of others, such as a proxy's, are ignored
 * next to a session.
 * @throws CallError BAD_SHAPE for a session and a key at once
 */
export function bearerKeyOf({ headers }: FastifyRequest): string | null {
  const secret = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (secret === undefined) return null
  const hasSession = headers['x-auth-token'] !== undefined && headers['x-auth-token'] !== ''
  if (!hasSession) return secret
  if (!secret.startsWith(keyPrefix)) return null
  throw new CallError('BAD_SHAPE', { fields: { authorization: 'session_and_key' } })
}

/** @throws CallError BAD_SHAPE when an address contains an API key: addresses are written to logs and histories */
export function refuseKeyInAddress(url: string): void {
  if (!url.includes('?') && !url.includes('%') && !containsKeySecret(url)) return
  if (containsKeySecret(url) || containsKeySecret(decoded(url)))
    throw new CallError('BAD_SHAPE', { fields: { authorization: 'key_in_address' } })
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return ''
  }
}

/** Returns the `WWW-Authenticate` header of a refused request with a key; undefined for other refusals (RFC 6750). */
export function challengeOf({ code }: CallError, scope: string | null): string | undefined {
  if (code === 'NOT_SIGNED_IN') return 'Bearer realm="Drover", error="invalid_token"'
  if (code !== 'NOT_ALLOWED') return undefined
  return `Bearer realm="Drover", error="insufficient_scope"${scope === null ? '' : `, scope="${scope}"`}`
}
