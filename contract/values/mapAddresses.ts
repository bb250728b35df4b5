/** A plain host for a content security policy: letters, digits, hyphens and dots. Anything with a special meaning there is rejected. */
const plainHost = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3})$/

/**
 * Returns the origin from which a browser loads an address.
 * @returns null for anything but a web address, and for a host that could match several hosts
 */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, origin, username, password } = new URL(address)
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null
  return plainHost.test(hostname) ? origin : null
}

/** Whether an address is safe from interception: it is encrypted or on this machine. */
export function isSafeAddress(address: string): boolean {
  if (originOf(address) === null) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || thisMachine.test(hostname)
}
