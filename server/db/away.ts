import { codeOf } from '../errorCode.ts'

/** Error codes of the driver and the system for a connection that failed or broke. */
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
 * Checks whether a failed query may succeed later: the database is unavailable, starting or shutting down, out of connections,
 * memory or disk, or two transactions conflicted.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  // The socket file of a stopped server. Any other missing file is our own fault.
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  return connectionCodes.has(code) || /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25006)$/.test(code)
}
