import { expect, test } from 'vitest'
import { baseMapOf, choiceOf } from '../resources/herd/maps/baseMap.ts'
import { readSettings } from '../settings.ts'
import { securityHeaders } from './securityHeaders.ts'

const key = '0123456789abcdef0123456789abcdef'
const policyOf = (environment: Record<string, string>) => {
  const settings = readSettings(environment)
  const policy = securityHeaders(settings, choiceOf(settings))['Content-Security-Policy'] ?? ''
  return Object.fromEntries(policy.split('; ').map((line) => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]))
}
const defaultPolicy = policyOf({})

test.each([
  ['none', {}, null, []],
  ['a file of ours', { BASE_MAP_FILE: 'china.pmtiles' }, { kind: 'FILE', datum: 'WGS-84' }, []],
  [
    'a style',
    { BASE_MAP_URL: 'https://maps.example.com/style.json', BASE_MAP_ORIGINS: 'https://tiles.example.com:8443' },
    { kind: 'STYLE', datum: 'WGS-84' },
    ['https://maps.example.com', 'https://tiles.example.com:8443'],
  ],
  [
    'shifted tiles',
    {
      BASE_MAP_URL: 'https://amap.example.com/{z}/{x}/{y}.png',
      BASE_MAP_DATUM: 'GCJ-02',
      BASE_MAP_ATTRIBUTION: '© Amap',
    },
    { kind: 'TILES', datum: 'GCJ-02', attribution: '© Amap' },
    ['https://amap.example.com'],
  ],
  [
    'Tianditu',
    { TIANDITU_KEY: key },
    { kind: 'TILES', datum: 'WGS-84', attribution: '© 天地图' },
    [0, 1, 2, 3, 4, 5, 6, 7].map((digit) => `https://t${digit}.tianditu.gov.cn`),
  ],
])('allows only the map’s own hosts for %s', (_name, environment, baseMap, hosts) => {
  expect({ found: baseMapOf(choiceOf(readSettings(environment))) }).toMatchObject({ found: baseMap })
  const { 'img-src': images = [], 'connect-src': calls = [], ...others } = policyOf(environment)
  expect(
    [images, calls].map((sources) => sources.filter((source) => !/^(?:'self'|data:|blob:)$/.test(source))),
  ).toEqual([hosts, hosts])
  expect(others).toEqual(
    Object.fromEntries(Object.entries(defaultPolicy).filter(([name]) => name !== 'img-src' && name !== 'connect-src')),
  )
})

test('allows own scripts only and WebAssembly compilation', () => {
  expect(defaultPolicy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"])
})

test.each([
  [{ BASE_MAP_FILE: '../secret.key' }],
  [{ BASE_MAP_FILE: '..pmtiles' }],
  [{ BASE_MAP_FILE: 'a.pmtiles', TIANDITU_KEY: key }],
  [{ BASE_MAP_URL: 'ftp://example.com/style.json' }],
  [{ BASE_MAP_URL: 'https://*/style.json' }],
  [{ BASE_MAP_URL: 'https://example.com;sandbox/style.json' }],
  [{ BASE_MAP_ORIGINS: 'https://a.example.com; script-src *' }],
  [{ BASE_MAP_ORIGINS: 'https://a.example.com/path' }],
  [{ BASE_MAP_ORIGINS: 'https://a.example.com;sandbox' }],
  [{ BASE_MAP_ORIGINS: 'https://*.example.com' }],
  [{ BASE_MAP_DATUM: 'BD-09' }],
  [{ TIANDITU_KEY: 'short' }],
])('refuses to start with %o', (environment) => {
  expect(() => readSettings(environment)).toThrow(/bad setting/)
})
