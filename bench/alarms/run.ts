import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ruleKinds } from '#contract/alerts/alertKinds.ts'
import { readRecording } from '#mocks/recording/tracks.ts'
import { freePorts } from '../processes.ts'
import { newDataDir, removeDataDir } from '../product.ts'
import { count, type Section } from '../report.ts'

interface Recorded {
  name: string
  /** Path relative to the folder of recordings. */
  tracks: string
  fences?: string
  /** The replayed part: the first time in it, and the first time after it, as written in the rows. */
  from: string
  to: string
  /** Whether the recording was held back while the defaults were chosen. */
  isAside: boolean
}

interface Counted extends Recorded {
  animals: number
  animalDays: number
  readings: number
  rejected: number
  alerts: Readonly<Record<string, number>>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Recordings of real animals, in a folder next to the checkout. */
const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const dayMs = 86_400_000

const kansas = { tracks: 'kansas-pens/steers_2018-06-01_02.csv', fences: 'kansas-pens/pens.local.geojson' }
const andalusia = { tracks: 'andalusia-collars/all_gps_2022_02.csv' }
const recordings: readonly Recorded[] = [
  { name: 'feedlot, first day', ...kansas, from: '2018-06-01T00', to: '2018-06-02T06', isAside: false },
  { name: 'feedlot, second day', ...kansas, from: '2018-06-02T06', to: '2018-06-09T00', isAside: true },
  { name: 'pasture, first half', ...andalusia, from: '2022-02-01T00', to: '2022-02-15T00', isAside: false },
  { name: 'pasture, second half', ...andalusia, from: '2022-02-15T00', to: '2022-03-02T00', isAside: true },
]

const summarySchema = z.object({ readings: z.number(), rejected: z.number(), alerts: z.record(z.string(), z.number()) })

/** Counts the alerts that the default rules raise on recordings of real animals, per animal and day, using the product's own replay. */
export async function benchAlarms(): Promise<Section> {
  if (!existsSync(folder)) throw new Error('there are no recordings beside the checkout (../shared/data)')
  const counted: Counted[] = []
  for (const recorded of recordings) {
    counted.push(await replay(recorded))
    console.log(`${recorded.name}: ${JSON.stringify(counted.at(-1)?.alerts)}`)
  }
  return section(counted)
}

async function replay(recorded: Recorded): Promise<Counted> {
  const data = newDataDir()
  try {
    const tracks = join(data, 'tracks.csv')
    const text = partOf(readFileSync(join(folder, recorded.tracks), 'utf8'), recorded)
    writeFileSync(tracks, text)
    const days = new Set<string>()
    const animals = new Set<string>()
    for (const { id, at } of readRecording(text, [0, 0]).tracks) {
      animals.add(id)
      if (typeof at === 'number') days.add(`${id} ${Math.floor(at / dayMs)}`)
    }
    const fences = recorded.fences === undefined ? [] : ['--fences', join(folder, recorded.fences)]
    const { readings, rejected, alerts } = await replayed([
      '--tracks',
      tracks,
      ...fences,
      '--farm',
      recorded.name,
      '--speed',
      'max',
      '--exit',
      '--data',
      join(data, 'product'),
    ])
    return { ...recorded, animals: animals.size, animalDays: days.size, readings, rejected, alerts }
  } finally {
    removeDataDir(data)
  }
}

/** Returns the rows of a recording whose time is in its part. */
function partOf(text: string, { from, to }: Recorded): string {
  const [head = '', ...rows] = text.split('\n')
  const time = /\d{4}-\d\d-\d\d[T ]\d\d/
  const isIn = (row: string) => {
    const at = time.exec(row)?.[0].replace(' ', 'T') ?? ''
    return at >= from && at < to
  }
  return [head, ...rows.filter(isIn), ''].join('\n')
}

async function replayed(args: readonly string[]): Promise<z.infer<typeof summarySchema>> {
  const [web, mqtt] = await freePorts()
  const child = spawn(process.execPath, ['server/commands/replay.ts', ...args], {
    cwd: root,
    env: { ...process.env, PORT: String(web), MQTT_PORT: String(mqtt), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = /^\{.*\}$/m.exec(said)?.[0]
  if (line === undefined) throw new Error(`the replay ended: ${said}`)
  return summarySchema.parse(JSON.parse(line))
}

function section(counted: readonly Counted[]): Section {
  const raised = ruleKinds.filter((kind) => counted.some(({ alerts }) => (alerts[kind] ?? 0) > 0))
  const cell = (alerts: number, { animalDays }: Counted) =>
    alerts === 0 ? '0' : `${count(alerts)} (${(alerts / animalDays).toFixed(3)})`
  const line = (name: string, of: (one: Counted) => string) => [name, ...counted.map(of)]
  const all = ({ alerts }: Counted) => Object.values(alerts).reduce((sum, each) => sum + each, 0)
  return {
    title: 'What the default rules raise on recordings of real animals: alerts (each animal and day)',
    head: ['', ...counted.map(({ name, isAside }) => (isAside ? `${name}, kept aside` : name))],
    rows: [
      line('animals, days of animals', ({ animals, animalDays }) => `${count(animals)}, ${count(animalDays)}`),
      line('readings, positions refused', ({ readings, rejected }) => `${count(readings)}, ${count(rejected)}`),
      ...raised.map((kind) => line(kind, (one) => cell(one.alerts[kind] ?? 0, one))),
      line('all', (one) => cell(all(one), one)),
    ],
    notes: [
      `By \`npm run replay\` with the default rules. Kinds that are not named raised nothing. The parts that are kept aside were looked at after the defaults stood.`,
    ],
    figures: Object.fromEntries(
      counted.flatMap((one) =>
        ruleKinds.map((kind) => [`alarms.${one.name}.${kind}`, (one.alerts[kind] ?? 0) / one.animalDays]),
      ),
    ),
  }
}
