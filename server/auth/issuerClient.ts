import type { IssuerIdentity } from '../db/auth/identityProviders.ts'
import { createCameraFetch } from '../media/cameraFetch.ts'
import { createNetworkGuard, hostOf } from '../media/networks.ts'

/** A provider as its client uses it. */
export interface IssuerSettings {
  issuer: string
  clientId: string
  clientSecret: string | null
}

interface SignInSecrets {
  state: string
  nonce: string
  /** The verifier of PKCE (RFC 7636). */
  verifier: string
}

interface Answer extends SignInSecrets {
  code: string
  /** The issuer that the answer names. */
  iss: string | undefined
  redirectAddress: string
  roleClaim: string | null
}

export interface IssuerClient {
  /** Reads the provider's metadata. @throws Error when it is not reachable or names another issuer */
  check(provider: IssuerSettings): Promise<void>
  /** Returns the provider's address where a user signs in. */
  addressOf(provider: IssuerSettings, asked: SignInSecrets & { redirectAddress: string; email: string }): Promise<URL>
  /**
   * Redeems the code of an answer, and checks the signature, issuer, audience, time and nonce of its ID token.
   * @throws Error of openid-client, or without an answer
   */
  redeem(provider: IssuerSettings, answer: Answer): Promise<IssuerIdentity>
}

const timeoutMs = 10_000
const maxAnswerBytes = 256 * 1024
/** Difference between the provider's clock and ours that is accepted, s. */
const clockToleranceSeconds = 60
const maxGroups = 1000

/**
 * Creates the client of identity providers. It reads a provider's metadata and keys for each sign-in, so that changed keys need no restart.
 * @param networks networks that it may connect to, in addition to the public internet
 */
export function createIssuerClient(networks: readonly string[]): IssuerClient {
  const { ask } = createCameraFetch(createNetworkGuard(networks))

  const configure = async ({ issuer, clientId, clientSecret }: IssuerSettings) => {
    const oidc = await import('openid-client')
    const isPlain = issuer.startsWith('http:') && isLoopback(issuer)
    const config = await oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: clockToleranceSeconds },
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        // The signature is checked although the token comes from the provider itself.
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
        timeout: timeoutMs / 1000,
        async [oidc.customFetch](address, { method, headers, body, signal }) {
          const answer = await ask(address, {
            method: method === 'POST' ? 'POST' : 'GET',
            headers,
            ...(body !== null && body !== undefined && { body: textOf(body) }),
            ...(signal !== undefined && { signal }),
            maxBytes: maxAnswerBytes,
            timeoutMs,
          })
          const pieces: Buffer[] = []
          for await (const piece of answer.body) pieces.push(piece as Buffer)
          return new Response(Buffer.concat(pieces).toString(), {
            status: answer.status,
            headers: { 'content-type': answer.contentType },
          })
        },
      },
    )
    return { oidc, config }
  }

  return {
    async check(provider) {
      await configure(provider)
    },

    async addressOf(provider, { state, nonce, verifier, redirectAddress, email }) {
      const { oidc, config } = await configure(provider)
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectAddress,
        scope: 'openid email profile',
        response_type: 'code',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        login_hint: email,
      })
    },

    async redeem(provider, { code, state, iss, nonce, verifier, redirectAddress, roleClaim }) {
      const { oidc, config } = await configure(provider)
      const url = new URL(redirectAddress)
      url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('no ID token')
      const needsMore = claims['email'] === undefined || (roleClaim !== null && claims[roleClaim] === undefined)
      const hasMore = needsMore && config.serverMetadata().userinfo_endpoint !== undefined
      const all = {
        ...(hasMore && (await oidc.fetchUserInfo(config, tokens.access_token, claims.sub))),
        ...claims,
      }
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof all['email'] === 'string' && all['email_verified'] === true ? all['email'].toLowerCase() : null,
        groups: roleClaim === null ? [] : textsOf(all[roleClaim]),
        hasSecondFactor: isTwoFactors(textsOf(claims['amr'])),
      }
    },
  }
}

/** Authentication methods of RFC 8176: a possession, a piece of knowledge or a property of the person. */
const factorOf: Readonly<Record<string, 'has' | 'knows' | 'is'>> = {
  hwk: 'has',
  otp: 'has',
  pop: 'has',
  sc: 'has',
  sms: 'has',
  swk: 'has',
  tel: 'has',
  pin: 'knows',
  pwd: 'knows',
  kba: 'knows',
  face: 'is',
  fpt: 'is',
  iris: 'is',
  retina: 'is',
  vbm: 'is',
}

/** Whether authentication methods are of two kinds, or the provider says that it checked several factors. */
export function isTwoFactors(methods: readonly string[]): boolean {
  return methods.includes('mfa') || new Set(methods.flatMap((method) => factorOf[method] ?? [])).size > 1
}

/** Whether an address is of this machine, where plain HTTP reveals nothing. */
export function isLoopback(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(hostOf(address))
}

function textsOf(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim]
  return list.filter((one): one is string => typeof one === 'string').slice(0, maxGroups)
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a body that is no text')
}
