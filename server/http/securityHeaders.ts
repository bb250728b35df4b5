import type { Settings } from '../settings.ts'

/**
 * What the console may load: itself, nothing else. `blob:` workers are MapLibre's and deck.gl's, inline styles antd's.
 * Map tiles of another host need their host under `img-src` and `connect-src`.
 */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "child-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A year: browsers that were here once come back by https alone. */
const strictTransport = 'max-age=31536000'

/** What every answer carries. Where people reach the console by https, browsers are told to use nothing else. */
export function securityHeaders({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): Record<string, string> {
  return PUBLIC_URL?.startsWith('https://') ? { ...usual, 'Strict-Transport-Security': strictTransport } : usual
}

const usual = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
}
