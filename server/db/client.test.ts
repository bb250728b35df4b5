import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { otherTestCertificate, testCertificate } from '../testing/testCertificates.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { openTlsFront } from '../testing/testTlsFront.ts'
import { openClient } from './client.ts'
import { connect } from './connect.ts'

let database: TestDatabase
let folder: string
let secured: Awaited<ReturnType<typeof openTlsFront>>
let plain: Awaited<ReturnType<typeof openTlsFront>>
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'drover-client-'))
  await writeFile(join(folder, 'ca.pem'), testCertificate.cert)
  await writeFile(join(folder, 'other.pem'), otherTestCertificate.cert)
  secured = await openTlsFront(database)
  plain = await openTlsFront(database, { isSecured: false })
})
afterAll(async () => {
  await Promise.all([secured.close(), plain.close()])
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  secured.came.length = 0
  plain.came.length = 0
})

/** Address of the test's database at some hosts. `CA` and `OTHER` stand for files of certificates. */
const addressOf = (hosts: string, query: string) => {
  const files = query.replaceAll('CA', join(folder, 'ca.pem')).replaceAll('OTHER', join(folder, 'other.pem'))
  return `postgres://${database.target.user}@${hosts}/${database.target.database}?${files}`
}
const open = async (hosts: string, query: string) => {
  const client = await openClient(addressOf(hosts, query), { name: 'client-test' })
  const { rows } = await client.query<{ answer: number }>('select 42 as answer')
  await client.end()
  return rows[0]?.answer
}

describe('a server with TLS', () => {
  test.each<[string, 'tls' | 'plain']>([
    ['', 'tls'],
    ['sslmode=prefer', 'tls'],
    ['sslmode=prefer&sslrootcert=OTHER', 'tls'],
    ['sslmode=require', 'tls'],
    ['sslmode=require&sslrootcert=CA', 'tls'],
    ['sslmode=verify-ca&sslrootcert=CA', 'tls'],
    ['sslmode=verify-full&sslrootcert=CA', 'tls'],
    ['sslmode=allow', 'plain'],
    ['sslmode=disable', 'plain'],
    ['sslmode=require&channel_binding=prefer', 'tls'],
  ])('is connected to with “%s”: %s', async (query, way) => {
    expect(await open(`127.0.0.1:${secured.port}`, query)).toBe(42)
    expect(secured.came).toEqual([way])
  })

  test.each<[string, string]>([
    ['sslmode=require&sslrootcert=OTHER', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['sslmode=verify-ca&sslrootcert=OTHER', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['sslmode=verify-full&sslrootcert=OTHER', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['sslmode=verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['sslrootcert=system', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('is rejected with “%s”: its certificate is of no trusted authority', async (query, code) => {
    await expect(open(`127.0.0.1:${secured.port}`, query)).rejects.toMatchObject({ code })
  })

  test('is rejected by verify-full alone at an address outside its certificate', async () => {
    const hosts = `0.0.0.0:${secured.port}`
    expect(await open(hosts, 'sslmode=verify-ca&sslrootcert=CA')).toBe(42)
    await expect(open(hosts, 'sslmode=verify-full&sslrootcert=CA')).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  test('is rejected with channel_binding=require when it asks for no password', async () => {
    await expect(open(`127.0.0.1:${secured.port}`, 'sslmode=require&channel_binding=require')).rejects.toThrow(
      'channel_binding=require, but the server asks for no password by SCRAM',
    )
  })

  test('gets a request to cancel over TLS', async () => {
    const sql = connect({
      target: addressOf(`127.0.0.1:${secured.port}`, 'sslmode=verify-full&sslrootcert=CA'),
      connections: 1,
    })
    await sql`select 1`
    const long = sql`select pg_sleep(60)`
    const failed = long.catch((error: unknown) => error)
    await expect
      .poll(() => database.sql`select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`)
      .toHaveLength(1)
    long.cancel()
    expect(await failed).toMatchObject({ code: '57014' })
    expect(secured.came.every((way) => way === 'tls')).toBe(true)
    await sql.end()
  })
})

describe('a server without TLS', () => {
  test.each(['', 'sslmode=prefer', 'sslmode=allow', 'sslmode=disable'])('is connected to with “%s”', async (query) => {
    expect(await open(`127.0.0.1:${plain.port}`, query)).toBe(42)
  })

  test.each(['sslmode=require', 'sslmode=verify-full&sslrootcert=CA', 'ssl=true'])(
    'is rejected with “%s”',
    async (query) => {
      await expect(open(`127.0.0.1:${plain.port}`, query)).rejects.toThrow('does not support SSL')
    },
  )

  test('fails channel_binding=require', async () => {
    await expect(open(`127.0.0.1:${plain.port}`, 'channel_binding=require')).rejects.toThrow('not encrypted')
  })
})

describe('several hosts', () => {
  test('are tried until one answers', async () => {
    expect(await open(`127.0.0.1:1,127.0.0.1:${plain.port}`, '')).toBe(42)
  })

  const both = () => `127.0.0.1:${plain.port},127.0.0.1:${secured.port}`

  test.each(['any', 'read-write', 'primary', 'prefer-standby'])('are as %s asks for', async (attributes) => {
    expect(await open(both(), `target_session_attrs=${attributes}`)).toBe(42)
  })

  test.each(['standby', 'read-only'])('are not as %s asks for', async (attributes) => {
    await expect(open(both(), `target_session_attrs=${attributes}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('pass over a server that takes no changes', async () => {
    const { rows } = await openClient(
      addressOf(
        `127.0.0.1:${plain.port}`,
        'target_session_attrs=read-only&options=-c%20default_transaction_read_only%3Don',
      ),
      { name: 'client-test' },
    ).then(async (client) => {
      const answer = await client.query<{ setting: string }>(
        "select current_setting('transaction_read_only') as setting",
      )
      await client.end()
      return answer
    })
    expect(rows).toEqual([{ setting: 'on' }])
    await expect(
      open(
        `127.0.0.1:${plain.port}`,
        'target_session_attrs=read-write&options=-c%20default_transaction_read_only%3Don',
      ),
    ).rejects.toThrow('is not read-write')
  })
})

test('ends an attempt after connect_timeout when the server says nothing', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  const { port } = silent.address() as AddressInfo
  await expect(open(`127.0.0.1:${port}`, 'connect_timeout=1')).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
  silent.close()
})
