import { randomBytes } from 'node:crypto'

const name = 'drover-browser'
const keptSeconds = 365 * 24 * 3600

/** The name that a browser was given, from its `Cookie` header; undefined: none. It opens nothing: it tells who asked for a code. */
export function readBrowser(cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]
}

export function newBrowser(): string {
  return randomBytes(32).toString('base64url')
}

/** The header that has a browser keep its name. */
export function browserCookie(browser: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${browser}; Path=/collateral; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure}`
}
