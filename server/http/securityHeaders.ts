import { type BaseMapChoice, baseMapOrigins } from '../resources/herd/maps/baseMap.ts'
import type { Settings } from '../settings.ts'

/**
 * Sources allowed to the console: itself and the base map's hosts. `blob:` workers are for MapLibre and deck.gl, inline styles for antd,
 * `blob:` media for camera streams assembled by hls.js. `wasm-unsafe-eval` compiles WebAssembly, for the bar code reader, without
 * allowing text to run as a script.
 */
const policyWith = (hosts: readonly string[]) =>
  [
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

/** One year, in which browsers return by https only. */
const strictTransport = 'max-age=31536000; includeSubDomains'

/** Returns the headers of every answer. Where the public URL is https, browsers must use only https. */
export function securityHeaders(
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  baseMap: BaseMapChoice,
): Record<string, string> {
  const headers = { 'Content-Security-Policy': policyWith(baseMapOrigins(baseMap)), ...defaultHeaders }
  return PUBLIC_URL?.startsWith('https://') ? { ...headers, 'Strict-Transport-Security': strictTransport } : headers
}

const defaultHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
}
