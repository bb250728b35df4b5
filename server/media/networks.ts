import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'

/** IPv4 and IPv6 ranges outside the public internet (RFC 6890): this machine, private networks, and link-local ones with cloud metadata. */
const notPublic: readonly [network: string, bits: number, family: Family][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
]
/** All other IPv6 addresses are unassigned or represent IPv4 addresses. */
const publicIpv6 = { network: '2000::', bits: 3 }

/**
 * Returns a check of which addresses the server may connect to: the public internet, and the given networks.
 * @param networks addresses, networks (`10.0.0.0/8`), or `loopback`
 */
export function createNetworkGuard(networks: readonly string[]): (address: string) => boolean {
  const refused = new BlockList()
  for (const rule of notPublic) refused.addSubnet(...rule)
  const publicRange = new BlockList()
  publicRange.addSubnet(publicIpv6.network, publicIpv6.bits, 'ipv6')
  const named = new BlockList()
  for (const network of networks.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : [one]))) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) named.addAddress(address, family)
    else named.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    if (isIP(address) === 0) return false
    const family = familyOf(address)
    if (named.check(address, family)) return true
    return !refused.check(address, family) && (family === 'ipv4' || publicRange.check(address, family))
  }
}

/** Returns the host of a web address; for an IP address, without brackets. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1')
}

function familyOf(address: string): Family {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
