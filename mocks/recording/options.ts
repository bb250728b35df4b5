import { basename, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { ruleKinds, type RuleKind } from '#contract/alerts/alertKinds.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'

export interface ReplayOptions {
  tracks: string
  fences: string | null
  columns: string
  /** Origin of positions in metres. */
  origin: LongitudeLatitude
  /** Herd ms per machine ms, or `max` for as fast as possible. */
  speed: number | 'max'
  farm: string
  /** Parameters of the farm's alert rules that differ from the defaults. */
  rules: ReadonlyMap<RuleKind, Record<string, number>>
}

/** On dry land, and no device's default position. */
const defaultOrigin: LongitudeLatitude = [-100.437, 38.119]

/**
 * Parses the arguments of `npm run replay --`.
 * @throws Error with a one-line explanation
 */
export function readOptions(args: string[]): ReplayOptions {
  const { values } = parseArgs({
    args: withNegatives(args),
    options: {
      tracks: { type: 'string' },
      fences: { type: 'string' },
      columns: { type: 'string', default: '' },
      origin: { type: 'string' },
      speed: { type: 'string', default: '1' },
      farm: { type: 'string' },
      rule: { type: 'string', multiple: true, default: [] },
      // For the parent process.
      data: { type: 'string' },
      exit: { type: 'boolean' },
    },
  })
  if (!values.tracks) throw new Error('--tracks FILE.csv is missing')
  const speed = values.speed === 'max' ? 'max' : Number(values.speed)
  if (speed !== 'max' && !(speed > 0)) throw new Error(`--speed ${values.speed}: a number above 0, or max`)
  return {
    tracks: values.tracks,
    fences: values.fences ?? null,
    columns: values.columns,
    origin: values.origin === undefined ? defaultOrigin : readOrigin(values.origin),
    speed,
    farm: (values.farm ?? basename(values.tracks, extname(values.tracks))).slice(0, 100),
    rules: readRules(values.rule),
  }
}

/** Parses repeatable `--rule LEFT_PEN.bufferMetres=0`. The server checks whether a rule has such a parameter. */
function readRules(texts: readonly string[]): ReplayOptions['rules'] {
  const rules = new Map<RuleKind, Record<string, number>>()
  for (const text of texts) {
    const [, name, parameter, value] = /^(\w+)\.(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? []
    const kind = ruleKinds.find((one) => one === name)
    if (kind === undefined || parameter === undefined)
      throw new Error(`--rule ${text}: KIND.parameter=number, such as LEFT_PEN.bufferMetres=0`)
    rules.set(kind, { ...rules.get(kind), [parameter]: Number(value) })
  }
  return rules
}

/** Joins values that begin with a minus to their option: `--origin -100,38`. */
function withNegatives(args: string[]): string[] {
  const joined: string[] = []
  for (const [place, arg] of args.entries()) {
    if (args[place - 1] === '--origin' && /^-[\d.]/.test(arg)) joined[joined.length - 1] = `--origin=${arg}`
    else joined.push(arg)
  }
  return joined
}

function readOrigin(text: string): LongitudeLatitude {
  const [longitude = Number.NaN, latitude = Number.NaN, ...more] = text.split(',').map(Number)
  const isPlace = Math.abs(longitude) <= 180 && Math.abs(latitude) < 90 && more.length === 0
  if (!isPlace) throw new Error(`--origin ${text}: longitude,latitude in degrees`)
  return [longitude, latitude]
}
