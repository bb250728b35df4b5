const storedAs = 'outboxKey'

/**
 * Returns the key of this server's outbox, stored by this browser; empty if it was never given.
 * The server prints a URL with `#key=` at its start; a fragment is never part of a request.
 * @param hash fragment of the opened URL
 */
export function readOutboxKey(hash = ''): string {
  const given = new URLSearchParams(hash.slice(1)).get('key')
  if (given !== null) saveOutboxKey(given)
  return given ?? localStorage.getItem(storedAs) ?? ''
}

export function saveOutboxKey(key: string): void {
  localStorage.setItem(storedAs, key)
}
