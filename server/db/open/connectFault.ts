import { codeOf } from '../../errorCode.ts'
import { StartError } from '../../settings.ts'
import { isDatabaseAway } from '../away.ts'
import { openClient, type Target } from '../client.ts'
import { isTransactionPooler } from './pooler.ts'

/** A setting that names a database. */
type AddressName = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL'

const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const poolerAdvice =
  'Drover needs connections of its own to PostgreSQL, or a pooler in session mode: docs/OPERATIONS.md, “An outside PostgreSQL”'

/**
 * Requires that a database accepts connections that keep their session.
 * @throws StartError one line with the remedy
 */
export async function requireConnections(name: AddressName, target: Target): Promise<void> {
  let isPooled: boolean
  try {
    const client = await openClient(target, { name: 'drover' })
    try {
      isPooled = await isTransactionPooler(client, () => openClient(target, { name: 'drover' }))
    } finally {
      await client.end().catch(() => {})
    }
  } catch (error) {
    throw new StartError(describeConnectFault(name, error), { cause: error })
  }
  if (isPooled) throw new StartError(`${name} names a pooler in transaction mode: ${poolerAdvice}`)
}

/** Describes in one line why no connection could be opened, and what to change. */
export function describeConnectFault(name: AddressName, error: unknown): string {
  const code = codeOf(error)
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  if (/unsupported startup parameter/.test(message))
    return `${name} names a pooler that refuses a parameter (${message}): ${poolerAdvice}`
  if (code === '28P01') return `the database refuses the user or the password of ${name} (${message})`
  if (code === '28000') return `the database refuses the connection of ${name} (${message})`
  if (code === '3D000') return `${name}: ${message}: create it first`
  if (/client password must be/.test(message)) return `the database asks for a password, and ${name} has none`
  if (unknownAuthority.has(code))
    return `the certificate of the database is of no trusted authority (${code}): add sslrootcert=<file of its authority> to ${name}`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of the database is for another name than the host in ${name} (${message})`
  if (/does not support SSL/.test(message))
    return `the database has no TLS, and ${name} asks for it: turn it on there (ssl = on), or use another sslmode`
  const isPlainlyAway = isDatabaseAway(error) && !/^[0-9A-Z]{5}$/.test(code)
  return isPlainlyAway ? `no connection to the database (${code})` : `no connection to the database: ${message}`
}
