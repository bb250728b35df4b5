import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { codeOf } from '../errorCode.ts'
import { type DatabaseAddress, parseDatabaseAddress, readPem, type SessionAttributes } from '../databaseAddress.ts'
import { DatabaseClient, type Place } from './databaseClient.ts'

/** A connection URI as libpq reads it, or the parts of a unix socket connection. */
export type Target = string | { socketDir: string; user: string; database: string }

interface ClientOptions {
  /** `application_name` of the connection. */
  name: string
  /** Maximum time to open the connection to one host, unless the address has a `connect_timeout`. */
  timeoutMs?: number
}

const defaultTimeoutMs = 5000

function addressOf(target: Target): DatabaseAddress {
  if (typeof target === 'string') return parseDatabaseAddress(target)
  return {
    ...parseDatabaseAddress('postgres:///'),
    hosts: [{ host: target.socketDir, port: 5432 }],
    user: target.user,
    database: target.database,
  }
}

/**
 * Opens a connection to the first host of an address that accepts it and has the requested session attributes.
 * @throws Error of the last host, with the code of the system or the database
 */
export async function openClient(
  target: Target,
  { name, timeoutMs = defaultTimeoutMs }: ClientOptions,
): Promise<DatabaseClient> {
  const address = addressOf(target)
  // Any server is accepted when there is no standby.
  const rounds: SessionAttributes[] =
    address.sessionAttributes === 'prefer-standby' ? ['standby', 'any'] : [address.sessionAttributes]
  let failure: unknown
  for (const attributes of rounds) {
    for (const host of address.hosts) {
      try {
        const client = await openHost(address, host, name, address.connectTimeoutMs ?? timeoutMs)
        if (await hasAttributes(client, attributes).catch(() => false)) return client
        client.end().catch(() => {})
        failure = Object.assign(new Error(`${host.host} is not ${attributes}`), { code: 'ECONNREFUSED' })
      } catch (error) {
        failure = error
      }
    }
  }
  throw failure
}

/** Conditions on a server, by the session attributes that an address asks for. */
const conditions: Readonly<Record<Exclude<SessionAttributes, 'any' | 'prefer-standby'>, string>> = {
  'read-write': "not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off'",
  'read-only': "pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on'",
  primary: 'not pg_is_in_recovery()',
  standby: 'pg_is_in_recovery()',
}

async function hasAttributes(client: pg.Client, attributes: SessionAttributes): Promise<boolean> {
  if (attributes === 'any' || attributes === 'prefer-standby') return true
  const { rows } = await client.query<{ isMet: boolean }>(`select ${conditions[attributes]} as "isMet"`)
  return rows[0]?.isMet === true
}

async function openHost(
  address: DatabaseAddress,
  { host, port }: DatabaseAddress['hosts'][number],
  name: string,
  timeoutMs: number,
): Promise<DatabaseClient> {
  const { sslMode, sslNegotiation } = address
  const connect = (ssl: ConnectionOptions | false) =>
    connectOnce(address, { host, port, ssl, sslNegotiation }, name, timeoutMs)
  if (host.startsWith('/') || sslMode === 'disable') return connect(false)
  const tls = tlsOptions(address, host)
  if (sslMode === 'allow') return connect(false).catch(() => connect(tls))
  if (sslMode !== 'prefer') return connect(tls)
  return connect(tls).catch((error: unknown) => {
    if (mayAcceptPlain(error)) return connect(false)
    throw error
  })
}

/** Returns whether a server that refused an encrypted connection may accept a plain one. */
function mayAcceptPlain(error: unknown): boolean {
  const noEntryInHbaFile = '28000'
  if (codeOf(error) === noEntryInHbaFile || /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(codeOf(error))) return true
  return error instanceof Error && /does not support SSL/.test(error.message)
}

/** Returns how a server's certificate is checked, like libpq: `require` checks it only when `sslrootcert` is given. */
function tlsOptions({ sslMode, sslRootCert, sslCert, sslKey }: DatabaseAddress, host: string): ConnectionOptions {
  const isChecked =
    sslMode === 'verify-ca' || sslMode === 'verify-full' || (sslMode === 'require' && sslRootCert !== undefined)
  return {
    rejectUnauthorized: isChecked,
    ...(sslRootCert !== undefined &&
      sslRootCert !== 'system' &&
      isChecked && { ca: readPem('sslrootcert', sslRootCert) }),
    ...(sslCert !== undefined && { cert: readPem('sslcert', sslCert) }),
    ...(sslKey !== undefined && { key: readPem('sslkey', sslKey) }),
    checkServerIdentity: (_name, certificate) =>
      sslMode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  }
}

async function connectOnce(
  { user, password, database, channelBinding, options }: DatabaseAddress,
  place: Place,
  name: string,
  timeoutMs: number,
): Promise<DatabaseClient> {
  const isEncrypted = place.ssl !== false
  if (channelBinding === 'require' && !isEncrypted) throw unboundChannel('the connection is not encrypted')
  const client = new DatabaseClient(place, {
    user,
    database,
    application_name: name,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    // The system's default is two hours; firewalls forget idle connections within minutes.
    keepAliveInitialDelayMillis: 60_000,
    enableChannelBinding: channelBinding !== 'disable' && isEncrypted,
    ...(password !== undefined && { password }),
    ...(options !== undefined && { options }),
  })
  const failed = Promise.withResolvers<never>()
  // Without a listener, a connection that breaks would end the process.
  client.on('error', failed.reject)
  if (channelBinding === 'require') requireChannelBinding(client, failed.reject)
  try {
    await Promise.race([client.connect(), failed.promise])
    failed.promise.catch(() => {})
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error instanceof Error && codeOf(error) === '' && error.message === 'timeout expired'
      ? Object.assign(error, { code: 'CONNECT_TIMEOUT' })
      : error
  }
}

const unboundChannel = (reason: string) => new Error(`channel_binding=require, but ${reason}`)

/** Events of `pg`'s connection with the authentication that the server asks for. */
interface AuthenticatingConnection extends pg.Connection {
  once(event: 'authenticationSASL', listener: (message: { mechanisms: string[] }) => void): this
  once(
    event:
      | 'authenticationSASLFinal'
      | 'authenticationOk'
      | 'authenticationCleartextPassword'
      | 'authenticationMD5Password',
    listener: () => void,
  ): this
}

/**
 * Ends a connection whose server does not prove, by SCRAM with channel binding, that it knows the password. Must be called before
 * `connect`: then it learns of each step before `pg` does, and nothing derived from the password is sent to another server.
 */
function requireChannelBinding(client: pg.Client, fail: (error: Error) => void): void {
  const connection: AuthenticatingConnection = client.connection
  const refuse = (reason: string) => {
    fail(unboundChannel(reason))
    connection.stream.destroy()
  }
  let offersBinding = false
  let isProven = false
  connection.once('authenticationSASL', ({ mechanisms }) => {
    offersBinding = mechanisms.includes('SCRAM-SHA-256-PLUS')
    if (!offersBinding) refuse('the server does not offer it')
  })
  connection.once('authenticationSASLFinal', () => {
    isProven = offersBinding
  })
  for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password'] as const)
    connection.once(event, () => refuse('the server asks for the password without SCRAM'))
  connection.once('authenticationOk', () => isProven || refuse('the server asks for no password by SCRAM'))
}
