import { type BaseMapChoice, baseMapOrigins } from '../resources/herd/maps/baseMap.ts'
import type { Settings } from '../settings.ts'

/**
 * The console's sources: itself, and the base map's own hosts. `blob:` workers are MapLibre's and deck.gl's, inline styles antd's,
 * `blob:` media the streams of cameras as hls.js puts them together; `wasm-unsafe-eval` lets WebAssembly be compiled, and no text be run
 * as a script: the reader of bar codes is that.
 */
const policyWith = (hosts: readonly string[]) => [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "child-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  ["img-src 'self' data: blob:", ...hosts].join(' '),
  "media-src 'self' blob:",
  "font-src 'self' data:",
  ["connect-src 'self' data: blob:", ...hosts].join(' '),
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A year: browsers that were here once come back by https alone. */
const strictTransport = 'max-age=31536000'

/** The headers of every answer. Where people reach the console by https, browsers are told to use nothing else. */
export function securityHeaders({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, baseMap: BaseMapChoice): Record<string, string> {
  const headers = { 'Content-Security-Policy': policyWith(baseMapOrigins(baseMap)), ...usual }
  return PUBLIC_URL?.startsWith('https://') ? { ...headers, 'Strict-Transport-Security': strictTransport } : headers
}

const usual = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
}
