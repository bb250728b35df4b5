/** The code of an error of PostgreSQL (SQLSTATE), of its client or of the system; empty when it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
