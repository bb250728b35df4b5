/** @module-tag long */
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IdentityProvider } from '#contract/people/identityProviders.ts'
import { newAddress } from '../../auth/testAuth.ts'
import { readSettings } from '../../settings.ts'
import { openWorld } from '../../testing/testWorld.ts'

const world = await openWorld(
  {},
  readSettings({ DATA_DIR: await mkdtemp(join(tmpdir(), 'drover provider ')), WEBHOOK_NETWORKS: 'loopback' }),
)
/** Claims of the account that signs in next. */
const account = { sub: 'erden-7', email: 'erden@steppe.example', email_verified: true, groups: ['lending'] }
const server = createServer()
let issuer = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'drover',
        client_secret: 'steppe secret',
        redirect_uris: ['https://drover.test/user/issuer'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['groups'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...account, sub: id }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response)
    // A person types a name and a password here, and agrees.
    void (async () => {
      const { params, grantId } = await provider.interactionDetails(request, response)
      const grant =
        (grantId !== undefined && (await provider.Grant.find(grantId))) ||
        new provider.Grant({ accountId: account.sub, clientId: String(params['client_id']) })
      grant.addOIDCScope('openid email profile')
      const result = {
        login: { accountId: account.sub, amr: ['pwd', 'otp'] },
        consent: { grantId: await grant.save() },
      }
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
    })()
  })
  const bank = await world.organisation('BANK', 'Steppe Bank')
  const admin = await world.user('Bolor', 'ADMIN_BANK', bank)
  await world.user('Erden', 'OTHERS', null)
  await world.sql`update users set email = 'erden@steppe.example', organisation_id = ${bank}, role = 'BANK_USER' where user_name = 'Erden'`
  const { status } = await world.call<IdentityProvider>(admin, 'PUT', '/collateral/web/identityProvider/addOrEdit', {
    issuer,
    clientId: 'drover',
    clientSecret: 'steppe secret',
    roleClaim: 'groups',
    roles: [{ group: 'lending', role: 'BANK_USER' }],
    isRequired: false,
    domains: ['steppe.example'],
  })
  if (status !== 200) throw new Error('the provider is not stored')
  await world.sql`update identity_domains set verified_at = now()`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})

/** Follows redirects with cookies as a browser does, until one leaves the provider. @returns its address */
async function followRedirects(start: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let address = start
  for (let steps = 0; steps < 12; steps++) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`no redirect from ${address}: ${response.status} ${await response.text()}`)
    const next = new URL(location, address)
    if (next.origin !== issuer) return next
    address = next.href
  }
  throw new Error('too many redirects')
}

async function post(path: string, payload: object, cookie = '') {
  const response = await world.server.inject({
    method: 'POST',
    url: `/collateral/common/auth/issuer/${path}`,
    payload,
    headers: { cookie },
    remoteAddress: newAddress(),
  })
  return {
    cookie: String(response.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '',
    ...response.json<{ data?: { address: string; role: string }; error?: object }>(),
  }
}

test('signs in at a certified provider with discovery, PKCE and userinfo', async () => {
  const begun = await post('begin', { email: account.email })
  const back = await followRedirects(begun.data?.address ?? '')
  expect(back.origin + back.pathname).toBe('https://drover.test/user/issuer')
  const finished = await post('finish', Object.fromEntries(back.searchParams), begun.cookie)
  expect([finished.error, finished.data?.role]).toEqual([undefined, 'BANK_USER'])
  const [session] = await world.sql<{ hasIssuerFactor: boolean }[]>`
    select has_issuer_factor as "hasIssuerFactor" from sessions where provider_id is not null`
  expect(session?.hasIssuerFactor).toBe(true)
})
