import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '../db/connect.ts'
import { WriterConnection } from '../db/readings/writerConnection.ts'
import { startTlsPostgres, type TlsPostgres } from '../testing/testTlsPostgres.ts'
import { runCommandFile, stopCommands } from './testCommand.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

describe('a PostgreSQL that wants TLS and SCRAM', { tags: 'long' }, () => {
  let postgres: TlsPostgres
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drover-tls-start-'))
    postgres = await startTlsPostgres()
  })
  afterEach(stopCommands)
  afterAll(async () => {
    await postgres.close()
    await rm(folder, { recursive: true, force: true })
  })

  const addressOf = (query: string, { password = postgres.password, place = postgres.place } = {}) =>
    `postgres://${postgres.user}:${password}@${place}/${postgres.database}?${query}`
  const start = (url: string) => runCommandFile('start.ts', { DATA_DIR: join(folder, 'data'), DATABASE_URL: url })

  it.each(['sslmode=require&channel_binding=require', 'channel_binding=disable', ''])(
    'is signed in to with “%s”',
    async (query) => {
      const sql = connect({ target: addressOf(query), connections: 1 })
      const [row] = await sql`select ssl, version from pg_stat_ssl where pid = pg_backend_pid()`
      expect(row).toMatchObject({ ssl: true })
      await sql.end()
    },
  )

  it('serves start, writer and listener with the address of a hosted database', async () => {
    const url = addressOf(`sslmode=verify-full&sslrootcert=${postgres.caFile}&channel_binding=require`)
    const command = start(url)
    const [, server = ''] = await command.says(/Drover is ready: (\S+)\n[^]*Ctrl-C stops it/)
    expect((await fetch(`${server}/health/ready`)).status).toBe(200)
    const added = await runCommandFile(
      'source.ts',
      { DATA_DIR: join(folder, 'data'), DATABASE_URL: url },
      { args: ['add', 'yard', '--all-farms'] },
    ).ended
    const secret = /^secret +(\S+)$/m.exec(added.stdout)?.[1] ?? added.stderr
    const send = async () =>
      (
        await fetch(`${server}/ingest/json`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          body: '{"gateway": "AC233F000001", "readings": []}',
        })
      ).status
    // 401 until the server has heard of the source; then the empty message is refused.
    await expect.poll(send, { timeout: 10_000 }).toBe(400)
    const writer = new WriterConnection({ target: url })
    expect(
      (await writer.do((connection) => connection.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')))
        .rows,
    ).toEqual([{ ssl: true }])
    await writer.close()
  })

  it.each<[string, RegExp, { password?: string; place?: string }?]>([
    [
      'sslmode=disable',
      /^drover: the database refuses the connection of DATABASE_URL \(no pg_hba.conf entry.*no encryption\)/,
    ],
    ['sslmode=verify-full', /^drover: the certificate of the database is of no trusted authority .*sslrootcert/],
    [
      'sslmode=require',
      /^drover: the database refuses the user or the password of DATABASE_URL/,
      { password: 'wrong' },
    ],
  ])('prints one line with “%s”', async (query, line, parts) => {
    const { code, stderr } = await start(addressOf(query, parts)).ended
    expect([code, stderr.trimEnd().split('\n')]).toEqual([1, [expect.stringMatching(line)]])
  })
})
