import { randomInt } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as openSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect } from '../db/connect.ts'
import { databaseAccount } from '../db/embedded/account.ts'
import { claimDataDirectory } from '../db/embedded/dataDirectory.ts'
import { startPostgres } from '../db/embedded/postgres.ts'
import { testCertificate } from './testCertificates.ts'

export interface TlsPostgres {
  /** Where its certificate is valid: 127.0.0.1 and its port. */
  place: string
  /** File of the authority of its certificate. */
  caFile: string
  user: string
  password: string
  database: string
  close(): Promise<void>
}

/**
 * Starts a PostgreSQL of its own that admits only a password by SCRAM over TLS. Its port is fixed, so it listens on a random
 * loopback address; that of its certificate forwards to it.
 */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-tls-'))
  await chmod(folder, 0o755)
  const files = join(folder, 'tls')
  await mkdir(files)
  const file = (name: string) => join(files, name)
  await writeFile(file('server.pem'), testCertificate.cert)
  await writeFile(file('server.key'), testCertificate.key, { mode: 0o600 })
  await writeFile(file('hba.conf'), 'local all all trust\nhostssl all all 127.0.0.0/8 scram-sha-256\n')
  const account = await databaseAccount()
  if (account) await chown(file('server.key'), account.uid, account.gid)
  const address = `127.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o755 })
  await claimDataDirectory(dataDir)
  const server = await startPostgres({
    dataDir,
    log: pino({ level: 'error' }, process.stderr),
    settings: {
      fsync: 'off',
      shared_buffers: '32MB',
      listen_addresses: address,
      ssl: 'on',
      ssl_cert_file: file('server.pem'),
      ssl_key_file: file('server.key'),
      hba_file: file('hba.conf'),
    },
  })
  const { database } = server.target
  const [user, password] = ['herder', 'Secret2026']
  const owner = connect({ target: server.target, connections: 1 })
  await owner.unsafe(`create role ${user} login superuser password '${password}'`)
  await owner.end()
  const sockets = new Set<Socket>()
  const front = createServer((socket) => {
    const onward = openSocket(5432, address)
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve)
  })
  return {
    place: `127.0.0.1:${(front.address() as AddressInfo).port}`,
    caFile: file('server.pem'),
    user,
    password,
    database,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        front.close(resolve)
      })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
