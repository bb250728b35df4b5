import { ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { Role } from '#contract/people/roles.ts'
import type { Queries } from '../db/connect.ts'
import { square } from '../testing/testWorld.ts'
import type { Records } from '../records/describe.ts'
import { alertRules } from './alertRules.ts'
import { articles } from './content/articles.ts'
import { appBanners, webBanners } from './content/banners.ts'
import { partnerships } from './content/partnerships.ts'
import { alertChannels } from './duty/alertChannels.ts'
import { animals } from './herd/animals.ts'
import { animalGroups } from './herd/animals/animalGroups.ts'
import { animalWeights } from './herd/animals/animalWeights.ts'
import { treatments } from './herd/animals/treatments.ts'
import { farms } from './herd/farms.ts'
import { gateways } from './herd/gateways.ts'
import { insurancePolicies } from './herd/insurancePolicies.ts'
import { neckbands } from './herd/neckbands.ts'
import { pens } from './herd/pens.ts'
import { cameras } from './projects/cameras/cameras.ts'

/** The parts of a described noun that the tests of permissions, audit and isolation need. */
interface NounTest {
  records: Records
  /** Returns the input of a save apart from ids, with a mark in its names; each call returns a new one. */
  sample: (mark: string) => object
  /** The nouns that its required ids refer to, by field. */
  of?: Record<string, string>
  /** Changes that an edit makes to the sample. */
  edit: object
  /** Fields that take a picture uploaded by the author. */
  pictures?: readonly string[]
  /** The role that saves it; by default SUPERVISOR_PM. Records of the platform belong to no tenant. */
  role?: Role
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

/** Described nouns that are saved, removed and restored by the usual calls, each after the nouns it refers to. */
export const nounTests: Record<string, NounTest> = {
  farms: {
    records: farms,
    sample: (mark) => ({ name: `${mark} farm ${nextHexId()}`, boundary: square(116, 44) }),
    edit: { address: 'by the river' },
  },
  pens: {
    records: pens,
    sample: (mark) => ({ name: `${mark} pen ${nextHexId()}`, polygon: square(116, 44, 0.0005) }),
    of: { farmId: 'farms' },
    edit: { capacity: 9 },
  },
  gateways: {
    records: gateways,
    sample: (mark) => ({ mac: device(mark), longitude: 116, latitude: 44 }),
    of: { farmId: 'farms' },
    edit: { name: 'Gate' },
  },
  animals: {
    records: animals,
    sample: (mark) => ({ visualTag: `${mark} tag ${nextHexId()}` }),
    of: { farmId: 'farms' },
    edit: { breed: 'Simmental' },
  },
  animalGroups: {
    records: animalGroups,
    sample: (mark) => ({ name: `${mark} group ${nextHexId()}` }),
    edit: { remark: 'for the vet' },
  },
  animalWeights: {
    records: animalWeights,
    sample: (mark) => ({ weighedOn: '2026-04-01', kg: 412.5, method: 'TAPE', source: `${mark} scale` }),
    of: { animalId: 'animals' },
    edit: { kg: 415 },
  },
  treatments: {
    records: treatments,
    sample: (mark) => ({
      kind: 'VACCINATION',
      treatedOn: '2026-04-01',
      product: `${mark} vaccine ${nextHexId()}`,
      withdrawalEndsOn: '2026-04-22',
    }),
    of: { animalId: 'animals' },
    edit: { dose: '2 ml' },
  },
  alertRules: {
    records: alertRules,
    sample: () => ({ kind: ruleKinds[made++ % ruleKinds.length] }),
    of: { farmId: 'farms' },
    edit: { enabled: false },
  },
  insurancePolicies: {
    records: insurancePolicies,
    sample: (mark) => ({
      insurer: `${mark} insurer`,
      number: nextHexId(),
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      sumPerHead: '12000.5',
    }),
    of: { farmId: 'farms' },
    edit: { sumPerHead: '9007199254740.93' },
  },
  alertChannels: {
    records: alertChannels,
    sample: (mark) => ({
      kind: 'WEBHOOK',
      name: `${mark} channel`,
      severities: ['CRITICAL'],
      language: 'en-US',
      isEnabled: true,
      address: 'https://hooks.example.com/nobody',
      secret: 'nobody may read this',
    }),
    edit: { severities: ['CRITICAL', 'MAJOR'] },
    role: 'ADMIN_SUPERVISOR',
  },
  cameras: {
    records: cameras,
    sample: (mark) => ({ name: `${mark} camera ${nextHexId()}`, snapshotAddress: 'https://cameras.example.com/1.jpg' }),
    of: { farmId: 'farms' },
    edit: { longitude: 116, latitude: 44 },
    role: 'ADMIN_PLATFORM',
  },
  articles: {
    records: articles,
    sample: (mark) => ({ type: 'NEWS', texts: { 'zh-CN': { title: `${mark} 雪`, summary: '', body: '<p>雪</p>' } } }),
    pictures: ['coverImageId'],
    edit: { isWithdrawn: true },
    role: 'ADMIN_PLATFORM',
  },
  webBanners: {
    records: webBanners,
    sample: (mark) => ({ title: `${mark} snow` }),
    pictures: ['imgId'],
    edit: { link: '/newsTopMenu' },
    role: 'ADMIN_PLATFORM',
  },
  appBanners: {
    records: appBanners,
    sample: (mark) => ({ title: `${mark} snow` }),
    pictures: ['imgId'],
    edit: { shownUntil: '2030-01-01' },
    role: 'ADMIN_PLATFORM',
  },
  partnerships: {
    records: partnerships,
    sample: (mark) => ({ name: `${mark} university ${nextHexId()}` }),
    pictures: ['logoId'],
    edit: { link: 'https://example.com' },
    role: 'ADMIN_PLATFORM',
  },
  neckbands: { records: neckbands, sample: (mark) => ({ deviceId: device(mark) }), edit: { model: 'N2' } },
}
