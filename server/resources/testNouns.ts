import { ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type Role, roles } from '#contract/people/roles.ts'
import type { Queries } from '../db/connect.ts'
import type { Records } from '../records/describe.ts'
import { descriptionOf } from '../records/handlers.ts'
import { square } from '../testing/testWorld.ts'
import * as nouns from './nouns.ts'
import { sampleOf, savedFields } from './testSamples.ts'

/** The parts of a described noun that the tests of permissions, audit and isolation need. */
interface NounTest {
  records: Records
  /** Returns the input of a save apart from ids, with a mark in its names; each call returns a new one. */
  sample: (mark: string) => object
  /** The nouns that its required ids refer to, by field. */
  of: Record<string, string>
  /** Changes that an edit makes to the sample. */
  edit: object
  /** Fields that take a picture uploaded by the author. */
  pictures: readonly string[]
  /** The role that saves it. Records of the platform belong to no tenant. */
  role: Role
}

/** Inserts a rejected reading. @returns its id */
export async function addRejected(
  sql: Queries,
  { reason, farmId, deviceId }: { reason: string; farmId: number; deviceId: string },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into rejected_readings (source_id, farm_id, reason, field, device_id, count, first_at, last_at, sample)
    values (0, ${farmId}, ${reason}, 'neckband', ${deviceId}, 1, now(), now(), '') returning id`
  return row?.id ?? 0
}

let made = 0
const nextHexId = () => (0xc0_ff00 + made++).toString(16).toUpperCase()
/** Returns a device id that contains a mark. */
const device = (mark: string) =>
  `${Buffer.from(mark).toString('hex').slice(0, 10).padEnd(10, '0')}${nextHexId()}`.toUpperCase()

/** Fields whose values no schema describes: places, device ids, and what belongs together. Others follow from the schema of the save. */
const special: Partial<Record<string, Partial<Pick<NounTest, 'sample' | 'of' | 'edit'>>>> = {
  farms: { sample: () => ({ boundary: square(116, 44) }), edit: { address: 'by the river' } },
  animals: { edit: { breed: 'Simmental' } },
  pens: { sample: () => ({ polygon: square(116, 44, 0.0005) }), edit: { capacity: 9 } },
  gateways: { sample: (mark) => ({ mac: device(mark), longitude: 116, latitude: 44 }) },
  neckbands: { sample: (mark) => ({ deviceId: device(mark) }), edit: { model: 'N2' } },
  animalWeights: { sample: (mark) => ({ source: `${mark} scale` }), edit: { kg: 415 } },
  treatments: { sample: (mark) => ({ product: `${mark} vaccine`, withdrawalEndsOn: '2026-04-22' }) },
  alertRules: {
    sample: () => ({ kind: ruleKinds[made++ % ruleKinds.length] }),
    of: { farmId: 'farms' },
    edit: { enabled: false },
  },
  insurancePolicies: {
    sample: () => ({ endsOn: '2026-12-31', sumPerHead: '12000.5' }),
    edit: { sumPerHead: '9007199254740.93' },
  },
  alertChannels: {
    sample: () => ({
      severities: ['MAJOR'],
      address: 'https://hooks.example.com/nobody',
      secret: 'nobody may read this',
    }),
    edit: { severities: ['CRITICAL', 'MAJOR'] },
  },
  cameras: {
    sample: () => ({ snapshotAddress: 'https://cameras.example.com/1.jpg' }),
    edit: { longitude: 116, latitude: 44 },
  },
  articles: {
    sample: (mark) => ({ type: 'NEWS', texts: { 'zh-CN': { title: `${mark} 雪`, summary: '', body: '<p>雪</p>' } } }),
    edit: { isWithdrawn: true },
  },
  webBanners: { edit: { link: '/newsTopMenu' } },
  appBanners: { edit: { shownUntil: '2030-01-01' } },
  partnerships: { edit: { link: 'https://example.com' } },
}

/** The described nouns that are saved, removed and restored by the usual calls, by name. */
const editable = new Map(
  Object.entries<object>(nouns).flatMap(([name, handlers]) => {
    const records = descriptionOf(handlers)
    const calls: Record<string, Endpoint> = records ? endpoints[records.name] : {}
    const { addOrEdit: save, remove, restore, purge } = calls
    return records && save && remove && restore && purge ? [[name, { records, save }] as const] : []
  }),
)

/** Returns the editable noun that an id field refers to. */
function nounOfId(field: string): string {
  for (const [name, { records }] of editable) if (field === `${records.noun}Id`) return name
  throw new Error(`no described noun is saved for ${field}`)
}

function authorOf({ access }: Endpoint): Role {
  const allowed = roles.filter((role) => typeof access === 'string' || access.includes(role))
  return allowed.includes('SUPERVISOR_PM') ? 'SUPERVISOR_PM' : (allowed[0] ?? 'ADMIN_PLATFORM')
}

function testOf(name: string, { records, save }: { records: Records; save: Endpoint }): NounTest {
  const { required, ids, pictures, remark } = savedFields(save)
  const { sample, of, edit = remark === null ? {} : { [remark]: 'for the vet' } } = special[name] ?? {}
  return {
    records,
    sample(mark) {
      const text = `${mark} ${records.noun} ${nextHexId()}`
      const fields = Object.entries(required).map(([field, schema]) => [field, sampleOf(schema, text)])
      return { ...Object.fromEntries(fields), ...sample?.(mark) }
    },
    of: of ?? Object.fromEntries(ids.map((field) => [field, nounOfId(field)])),
    edit,
    pictures,
    role: authorOf(save),
  }
}

/** The tests of the described nouns in the noun table, each after the nouns it refers to. */
export const nounTests: Readonly<Record<string, NounTest>> = Object.fromEntries(
  inOrder(new Map([...editable].map(([name, noun]) => [name, testOf(name, noun)]))),
)

function inOrder(tests: ReadonlyMap<string, NounTest>): Map<string, NounTest> {
  const sorted = new Map<string, NounTest>()
  const add = (name: string) => {
    const found = tests.get(name)
    if (!found || sorted.has(name)) return
    Object.values(found.of).forEach(add)
    sorted.set(name, found)
  }
  for (const name of tests.keys()) add(name)
  return sorted
}
