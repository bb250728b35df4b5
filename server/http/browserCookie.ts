import { randomBytes } from 'node:crypto'

const name = 'drover-browser'
const maxAgeSeconds = 365 * 24 * 3600

/** Reads the browser's name from its `Cookie` header; undefined without one. The name grants no access: it identifies who requested an SMS code. */
export function readBrowser(cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]
}

export function newBrowser(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the `Set-Cookie` header that stores a browser's name. */
export function browserCookie(browser: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${browser}; Path=/collateral; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
