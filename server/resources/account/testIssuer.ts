import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>

/** What a crafted issuer does otherwise than an honest one. */
export interface Craft {
  /** Changes claims of the ID token; undefined removes one. */
  claims?: Claims
  /** Header of the ID token. */
  header?: Record<string, string>
  /** Key that signs it; default: the newest published one. */
  key?: KeyObject
  /** Replaces the ID token. */
  token?: string
}

export interface CraftedIssuer {
  address: string
  /** Returns the redirect's parameters after a user signed in at an authorization address. */
  signIn(address: string, claims: Claims, craft?: Craft): Promise<Record<string, string>>
  /** Publishes a new key instead of the one before, as a provider does from time to time. @returns the key before */
  rotateKey(): KeyObject
  close(): Promise<void>
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a token by RS256. */
export function signToken(header: object, claims: object, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`
}

/** Returns the challenge of a PKCE verifier (RFC 7636, S256). */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Opens an issuer on loopback that checks PKCE and gives each code once, and whose answers a test may falsify. */
export async function openCraftedIssuer(): Promise<CraftedIssuer> {
  let [keys, keyId] = [newKey(), randomUUID() as string]
  const codes = new Map<string, { challenge: string; token: string }>()
  const server = createServer((request, response) => {
    const reply = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (request.url === '/.well-known/openid-configuration')
        return reply({
          issuer: address,
          authorization_endpoint: `${address}/authorize`,
          token_endpoint: `${address}/token`,
          jwks_uri: `${address}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
        })
      if (request.url === '/keys')
        return reply({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] })
      const form = new URLSearchParams(Buffer.concat(pieces).toString())
      const code = form.get('code') ?? ''
      const stored = codes.get(code)
      codes.delete(code)
      if (stored === undefined || challengeOf(form.get('code_verifier') ?? '') !== stored.challenge)
        return reply({ error: 'invalid_grant' }, 400)
      return reply({ access_token: randomUUID(), token_type: 'Bearer', id_token: stored.token })
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    async signIn(authorizeAddress, claims, craft = {}) {
      const query = new URL(authorizeAddress).searchParams
      const now = Math.floor(Date.now() / 1000)
      const all = {
        iss: address,
        aud: query.get('client_id'),
        sub: randomUUID(),
        iat: now,
        exp: now + 300,
        nonce: query.get('nonce'),
        ...claims,
        ...craft.claims,
      }
      const code = randomUUID()
      codes.set(code, {
        challenge: query.get('code_challenge') ?? '',
        token:
          craft.token ?? signToken({ alg: 'RS256', kid: keyId, ...craft.header }, all, craft.key ?? keys.privateKey),
      })
      return { code, state: query.get('state') ?? '', iss: address }
    },
    rotateKey() {
      const before = keys.privateKey
      ;[keys, keyId] = [newKey(), randomUUID()]
      return before
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
