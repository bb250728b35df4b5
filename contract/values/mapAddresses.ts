/** A host as a content security policy can name it, letters, digits, hyphens and dots: what would mean more there does not pass. */
const plainHost = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3})$/

/**
 * The origin that a browser loads an address from.
 * @returns null for what is no address of the web, and for one whose host could be read as more than one host
 */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, origin, username, password } = new URL(address)
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null
  return plainHost.test(hostname) ? origin : null
}

/** Whether nobody on the way can read or change what comes from an address: it is encrypted, or of this machine. */
export function isSafeAddress(address: string): boolean {
  if (originOf(address) === null) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || thisMachine.test(hostname)
}
