/** Returns the code of an error of PostgreSQL (SQLSTATE), its driver or the system; '' without one. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}
