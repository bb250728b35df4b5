import { readFileSync } from 'node:fs'

/** Hosts and options of a PostgreSQL connection, with the meaning of libpq's connection URI: https://www.postgresql.org/docs/current/libpq-connect.html */
export interface DatabaseAddress {
  /** Tried one after the other. A host that begins with `/` is the directory of a unix socket. */
  hosts: readonly { host: string; port: number }[]
  user: string
  password: string | undefined
  database: string
  sslMode: SslMode
  /** File of trusted authorities (PEM); `system`, or none: those of Node. */
  sslRootCert: string | undefined
  sslCert: string | undefined
  sslKey: string | undefined
  sslNegotiation: 'postgres' | 'direct'
  channelBinding: ChannelBinding
  sessionAttributes: SessionAttributes
  /** Maximum time for each host, ms; undefined by default. */
  connectTimeoutMs: number | undefined
  /** Settings of the session, as `-c name=value`. */
  options: string | undefined
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof sslModes)[number]
const channelBindings = ['disable', 'prefer', 'require'] as const
export type ChannelBinding = (typeof channelBindings)[number]
const sessionAttributeNames = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type SessionAttributes = (typeof sessionAttributeNames)[number]

/** Parameters with an effect here. */
const parameterNames = [
  'host',
  'port',
  'dbname',
  'user',
  'password',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'channel_binding',
  'target_session_attrs',
  'connect_timeout',
  'options',
] as const
type Parameter = (typeof parameterNames)[number]
/** Parameters of libpq that are accepted without an effect. Any other is rejected: it may be a misspelt one. */
const ignored = new Set([
  'application_name',
  'fallback_application_name',
  'keepalives',
  'keepalives_idle',
  'keepalives_interval',
  'keepalives_count',
  'client_encoding',
  'gssencmode',
  'sslsni',
])

const defaultPort = '5432'

function oneOf<const T extends string>(
  names: readonly T[],
  parameter: string,
  value: string | undefined,
  fallback: T,
): T {
  if (value === undefined || value === '') return fallback
  const found = names.find((name) => name === value)
  if (found === undefined) throw new Error(`${parameter} must be one of ${names.join(', ')}`)
  return found
}

/**
 * Reads a connection URI of PostgreSQL. It may name several hosts: `postgres://user@one:5432,two:5433/name?target_session_attrs=read-write`.
 * @throws Error that names the part at fault, never the password
 */
export function parseDatabaseAddress(uri: string): DatabaseAddress {
  const [, authority, path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(uri) ?? []
  if (authority === undefined) throw new Error('not an address that begins with postgres:// or postgresql://')
  const parameters = readParameters(query)
  const atSign = authority.lastIndexOf('@')
  const [user = '', ...password] = atSign < 0 ? [] : authority.slice(0, atSign).split(':')
  const places = authority.slice(atSign + 1)
  const hosts = readHosts(
    parameters.host ?? decode(places.replaceAll(/:\d+(?=,|$)/g, '')),
    parameters.port ?? portsOf(places),
  )
  const sslRootCert = parameters.sslrootcert || undefined
  const sslMode = oneOf(sslModes, 'sslmode', parameters.sslmode, sslRootCert === 'system' ? 'verify-full' : 'prefer')
  if (sslRootCert === 'system' && sslMode !== 'verify-full')
    throw new Error(`sslrootcert=system needs sslmode=verify-full, not ${sslMode}`)
  if (sslMode === 'verify-ca' && sslRootCert === undefined)
    throw new Error('sslmode=verify-ca needs sslrootcert, the file of the authorities that are trusted')
  const sslNegotiation = oneOf(['postgres', 'direct'], 'sslnegotiation', parameters.sslnegotiation, 'postgres')
  if (sslNegotiation === 'direct' && ['disable', 'allow', 'prefer'].includes(sslMode))
    throw new Error(`sslnegotiation=direct needs sslmode=require or stricter, not ${sslMode}`)
  const timeout = Number(parameters.connect_timeout ?? 0)
  if (!Number.isInteger(timeout) || timeout < 0) throw new Error('connect_timeout is not a whole number of seconds')
  const name = parameters.user ?? decode(user)
  return {
    hosts,
    user: name,
    password: parameters.password ?? (password.length > 0 ? decode(password.join(':')) : undefined),
    database: parameters.dbname ?? (decode(path) || name),
    sslMode,
    sslRootCert,
    sslCert: parameters.sslcert || undefined,
    sslKey: parameters.sslkey || undefined,
    sslNegotiation,
    channelBinding: oneOf(channelBindings, 'channel_binding', parameters.channel_binding, 'prefer'),
    sessionAttributes: oneOf(sessionAttributeNames, 'target_session_attrs', parameters.target_session_attrs, 'any'),
    connectTimeoutMs: timeout > 0 ? timeout * 1000 : undefined,
    options: parameters.options,
  }
}

function readParameters(query: string): Partial<Record<Parameter, string>> {
  const parameters: Partial<Record<Parameter, string>> = {}
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name = '', ...value] = pair.split('=')
    const parameter = parameterNames.find((one) => one === decode(name))
    // As JDBC writes it; libpq reads it as well.
    if (decode(name) === 'ssl' && value.join('=') === 'true') parameters.sslmode = 'require'
    else if (parameter) parameters[parameter] = decode(value.join('='))
    else if (!ignored.has(decode(name))) throw new Error(`the parameter ${decode(name)} is not supported`)
  }
  return parameters
}

const portsOf = (places: string) =>
  places
    .split(',')
    .map((place) => /:(\d+)$/.exec(place)?.[1] ?? '')
    .join(',')

/** Pairs hosts with ports: one port for all, or as many ports as hosts. */
function readHosts(hosts: string, ports: string): { host: string; port: number }[] {
  const names = hosts.split(',')
  const numbers = ports.split(',')
  if (numbers.length !== 1 && numbers.length !== names.length)
    throw new Error(`${names.length} hosts have ${numbers.length} ports`)
  return names.map((name, place) => {
    const port = Number((numbers.length === 1 ? numbers[0] : numbers[place]) || defaultPort)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('a port is not a number from 1 to 65535')
    return { host: name.replace(/^\[(.*)\]$/, '$1') || 'localhost', port }
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('a % is not followed by two hexadecimal digits')
  }
}

/** Reads a certificate or key that an address names. @throws Error that names the parameter and the file */
export function readPem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${parameter}: ${path} can't be read`, { cause: error })
  }
}
