import { isIP } from 'node:net'
import { z } from 'zod'
import { archiveName, tiandituKey } from '#contract/herd/baseMap.ts'
import { deciderRoles, type Role, roles } from '#contract/people/roles.ts'
import { originOf } from '#contract/values/mapAddresses.ts'
import { parseDatabaseAddress } from './databaseAddress.ts'

/** Returns whether a text is an address, a network (`10.0.0.0/8`), or `loopback`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0) return false
  const version = isIP(address)
  if (version === 0) return text === 'loopback'
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

const noPort = 'not a port number, 0 to 65535'
const port = z.coerce.number(noPort).int(noPort).min(0, noPort).max(65_535, noPort)
const noDays = 'not a number of days, above 0 and up to 3660'
const noKeptDays = 'not a whole number of days, 7 to 3660'
const noDemoDays = 'not a whole number from 8 to 60'
/** Days of the whole demo. */
export const platformDemoDays = 30
const noCount = 'not a whole number above 0'

/** Schema of an address with one of some schemes. */
const addressOf = (...schemes: string[]) =>
  z.url({
    protocol: new RegExp(`^(?:${schemes.join('|')})$`),
    error: `not an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  })
/** Returns whether an address has a user, path, query or fragment. */
function hasMoreThanOrigin(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.href !== `${url.origin}/`
}
/** Schema of a connection URI of PostgreSQL, as libpq reads it. */
const databaseAddress = z.string().superRefine((text, context) => {
  try {
    parseDatabaseAddress(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})
/** Schema of one of a few words. */
const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, `none of ${words.join(', ')}`)

const secondFactorPolicies = ['everyone', 'deciders', 'organisations'] as const

const schema = z.object({
  /** Port and address of the web server. */
  PORT: port.default(8000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Directory of all data stored on this machine. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** An outside PostgreSQL >= 15 instead of the embedded one. */
  DATABASE_URL: databaseAddress.optional(),
  /** Owner of that database, used only for migrations, when DATABASE_URL names a role that owns no tables. */
  MIGRATION_DATABASE_URL: databaseAddress.optional(),
  /** An outside broker; without it, the embedded one listens on MQTT_PORT. */
  MQTT_URL: addressOf('mqtt', 'mqtts').optional(),
  MQTT_PORT: port.default(1883),
  /** Address of the embedded broker; default: that of the web server. */
  MQTT_HOST: z.string().min(1).optional(),
  /** PEM files: certificate and key of the embedded broker. */
  MQTT_TLS_CERT: z.string().min(1).optional(),
  MQTT_TLS_KEY: z.string().min(1).optional(),
  /** PEM files: certificate and key of the web server, when no proxy provides TLS. */
  HTTP_TLS_CERT: z.string().min(1).optional(),
  HTTP_TLS_KEY: z.string().min(1).optional(),
  /** Listeners that may transmit passwords and secrets over a network in plain text. */
  ALLOW_PLAINTEXT: z
    .string()
    .regex(/^\s*(?:http|mqtt)\s*(?:,\s*(?:http|mqtt)\s*)?$/, 'none of http, mqtt or http,mqtt')
    .transform((text) => text.split(',').map((word) => word.trim()))
    .default([]),
  /** 1 seeds the demo, 0 does not; by default, a new data directory on loopback does. */
  DEMO: oneOf('0', '1').optional(),
  /** `platform` is the whole demo: several loans on which people work, over 30 days. `herd` is one herd and one loan. */
  DEMO_KIND: oneOf('platform', 'herd').default('platform'),
  /** Days of the history of a demo of kind `herd`; its logs take a week. */
  DEMO_DAYS: z.coerce.number(noDemoDays).int(noDemoDays).min(8, noDemoDays).max(60, noDemoDays).default(14),
  /** Maximum age of a reading, by device time, days; older readings are not stored. */
  MAX_READING_AGE_DAYS: z.coerce.number(noDays).positive(noDays).max(3660, noDays).default(90),
  /** Days that readings are stored; at least MAX_READING_AGE_DAYS. */
  KEEP_READINGS_DAYS: z.coerce.number(noKeptDays).int(noKeptDays).min(7, noKeptDays).max(3660, noKeptDays).default(90),
  /** Days that hourly summaries of readings are stored; at least as long as the readings. */
  KEEP_HOURS_DAYS: z.coerce.number(noKeptDays).int(noKeptDays).min(7, noKeptDays).max(3660, noKeptDays).default(1095),
  /** Lets a scraper on another machine read /metrics. */
  METRICS_TOKEN: z.string().min(16, 'shorter than 16 characters').optional(),
  /** Public address of the console, used in links in mails. */
  PUBLIC_URL: addressOf('http', 'https')
    .refine(
      (address) => !hasMoreThanOrigin(address),
      'more than scheme, host and port: Drover works at the root of a host, not below a path',
    )
    .optional(),
  /** Proxies whose client addresses are trusted: addresses and networks, or `loopback`. */
  TRUSTED_PROXY: z
    .string()
    .refine((text) => text.split(',').every((one) => isNetwork(one.trim())), 'no list of addresses')
    .optional(),
  /** Mail server, with user and password. Without it and SMS_URL, the local outbox shows both kinds of messages. */
  SMTP_URL: addressOf('smtp', 'smtps').optional(),
  /** The sender of mails: an address, or `Name <address>`. */
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'no mail address')
    .optional(),
  /** Address that SMS are posted to. */
  SMS_URL: addressOf('http', 'https').optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  /** Calling codes of countries with SMS delivery; default: all. */
  SMS_COUNTRIES: z
    .string()
    .regex(/^\s*\d{1,4}\s*(,\s*\d{1,4}\s*)*$/, 'no list of calling codes')
    .transform((text) => text.split(',').map((code) => `+${code.trim()}`))
    .optional(),
  /** Maximum SMS codes per hour, over all telephones. */
  SMS_PER_HOUR: z.coerce.number(noCount).int(noCount).positive(noCount).default(1000),
  /** Base map: a PMTiles file in DATA_DIR/maps, the address of a style or tiles, or a key of Tianditu. */
  BASE_MAP_FILE: z.string().regex(archiveName, 'no name of a .pmtiles file').optional(),
  BASE_MAP_URL: addressOf('http', 'https')
    .refine((address) => originOf(address) !== null, 'no address of one host')
    .optional(),
  TIANDITU_KEY: z.string().regex(tiandituKey, 'no key of 32 hexadecimal digits').optional(),
  /** For BASE_MAP_URL: datum of its coordinates, attribution, and further origins that it loads from. */
  BASE_MAP_DATUM: oneOf('WGS-84', 'GCJ-02').default('WGS-84'),
  BASE_MAP_ATTRIBUTION: z.string().max(200).optional(),
  BASE_MAP_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => originOf(origin) === origin),
      'no list of origins like https://tiles.example.com',
    )
    .default([]),
  /** Networks of cameras in addition to the public internet: addresses and networks, or `loopback`. */
  CAMERA_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((networks) => networks.every(isNetwork), 'no list of addresses')
    .default([]),
  /** Networks of organisations' webhooks, robots and identity providers in addition to the public internet, in the format of CAMERA_NETWORKS. */
  WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((networks) => networks.every(isNetwork), 'no list of addresses')
    .default([]),
  /** Who needs a second factor even if their organisation requires none; default: see `secondFactorRolesOf`. */
  SECOND_FACTOR: oneOf(...secondFactorPolicies).optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('warn'),
})

/** Adds checks across settings. */
const whole = schema
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    message: 'has to name the sender of the mails that SMTP_URL carries',
  })
  .superRefine((settings, context) => {
    const maps = ['BASE_MAP_FILE', 'BASE_MAP_URL', 'TIANDITU_KEY'].filter(
      (name) => Reflect.get(settings, name) !== undefined,
    )
    if (maps.length > 1)
      context.addIssue({ code: 'custom', path: [maps.join(', ')], message: 'are several base maps: one alone' })
    for (const name of ['HTTP', 'MQTT'] as const) {
      const [cert, key] = [`${name}_TLS_CERT`, `${name}_TLS_KEY`] as const
      if ((settings[cert] === undefined) !== (settings[key] === undefined))
        context.addIssue({ code: 'custom', path: [cert], message: `goes with ${key}: both or none` })
    }
  })
/** Standard port of MQTT over TLS. */
const secureMqttPort = '8883'

export type Settings = z.infer<typeof schema>

/** Stops the start, with a one-line reason. */
export class StartError extends Error {}

/**
 * Reads the settings from the environment, once. An empty variable counts as not set.
 * @throws StartError with each invalid setting
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = whole.safeParse(set['MQTT_TLS_CERT'] === undefined ? set : { MQTT_PORT: secureMqttPort, ...set })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new StartError(`bad setting — ${faults.join('; ')}`)
}

/**
 * Lists the roles that need a second factor even if their organisation requires none. By default, those are platform administrators and deciders of
 * tickets, except on a server that only this machine reaches: the demo.
 */
export function secondFactorRolesOf({ SECOND_FACTOR, HOST, PUBLIC_URL, TRUSTED_PROXY }: Settings): readonly Role[] {
  const isLocal = isLoopback(HOST) && PUBLIC_URL === undefined && TRUSTED_PROXY === undefined
  const policy = SECOND_FACTOR ?? (isLocal ? 'organisations' : 'deciders')
  return { everyone: roles, deciders: deciderRoles, organisations: [] }[policy]
}

/** Returns whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Returns the URL of a port on a host, with brackets around an IPv6 address.
 * @param host a name or an address, like HOST
 */
export function urlOf(scheme: 'http' | 'https' | 'mqtt' | 'mqtts', host: string, port: number): string {
  return `${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
