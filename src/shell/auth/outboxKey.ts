const storedAs = 'outboxKey'

/**
 * The key that opens this server's outbox. The address that the server prints at its start carries it behind `#key=`, which no
 * request does; this browser keeps it. Empty where it was never given.
 * @param hash of the address that was opened
 */
export function readOutboxKey(hash = ''): string {
  const given = new URLSearchParams(hash.slice(1)).get('key')
  if (given !== null) keepOutboxKey(given)
  return given ?? localStorage.getItem(storedAs) ?? ''
}

export function keepOutboxKey(key: string): void {
  localStorage.setItem(storedAs, key)
}
