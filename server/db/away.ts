import { codeOf } from '../errorCode.ts'

/** Error codes of the client and the system when no connection is to be had, or one broke. */
const connectionCodes = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Whether an error of a query means that the database can't do it now but may do it later: away, starting, shutting
 * down, out of connections, memory or disk, or two transactions in each other's way.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  // The socket file of a server that is not there; any other missing file is a fault of ours.
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  return connectionCodes.has(code) || /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25006)$/.test(code)
}
