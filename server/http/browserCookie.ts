import { randomBytes } from 'node:crypto'

const maxAgeSeconds = 365 * 24 * 3600

/** Over https the prefix makes browsers refuse the cookie from another host of the domain, and over plain http. */
const nameAt = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-drover-browser' : 'drover-browser')

/** Reads the browser's name from its `Cookie` header; undefined without one. The name grants no access: it identifies who requested an SMS code. */
export function readBrowser(cookies: string | undefined, publicUrl: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${nameAt(publicUrl)}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]
}

export function newBrowser(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the `Set-Cookie` header that stores a browser's name. */
export function browserCookie(browser: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${nameAt(publicUrl)}=${browser}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
