import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filterShape } from '#contract/calls/lists.ts'
import { nobody } from '../auth/sessions.ts'
import { openWorld, type World } from '../testing/testWorld.ts'
import type { Records } from '../records/describe.ts'
import { listRecords } from '../records/read.ts'
import { aboutPages } from './content/aboutPage.ts'
import { articles } from './content/articles.ts'
import { feedback } from './content/feedback.ts'
import { appBanners, webBanners } from './content/banners.ts'
import { partnerships } from './content/partnerships.ts'
import { webHome } from './content/webHome.ts'
import { goals } from './office/goals.ts'
import { cameras } from './projects/cameras/cameras.ts'
import { claims } from './herd/coverage/claims.ts'
import { lookups } from './lookups/lookups.ts'
import { organisations } from './people/organisations.ts'
import { users } from './people/users.ts'
import { projects } from './projects/projects.ts'
import { rejectedReadings } from './quarantine/rejectedReadings.ts'
import { unknownDevices } from './quarantine/unknownDevices.ts'
import { nounTests } from './testNouns.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const nouns: Records[] = [...Object.values(nounTests).map(({ records }) => records), aboutPages, appBanners, articles, cameras, claims, feedback, partnerships, webBanners, webHome, lookups, organisations, users, goals, projects, rejectedReadings, unknownDevices]
const sorted = nouns.flatMap((records) => records.shape.sortable.map((field) => [records.name, field, records] as const))
const filters = nouns.flatMap((records) =>
  Object.keys(records.shape.input.shape).flatMap((name) => (['current', 'pageSize', 'sort'].includes(name) ? [] : [[records.name, name, records] as const])),
)

/** A value that a filter takes. */
function valueOf({ shape }: Records, name: string): unknown {
  if (name === 'ids') return [1, 2]
  const filter = filterShape(shape, name)
  const values = { text: 'a', one: filter?.options[0], many: filter?.options, number: 1, ids: [1], flag: true, instant: 0 }
  return values[filter?.kind ?? 'text']
}

describe('PostgreSQL understands every list of a described noun', () => {
  const ask = (records: Records, input: object, where: 'kept' | 'removed') =>
    listRecords(world.context, records, { ...nobody, role: 'ADMIN_PLATFORM', organisationKind: 'PLATFORM' }, { current: 1, pageSize: 1, ...input }, where)

  test.each(sorted)('%s sorted by %s', async (_name, field, records) => {
    for (const where of ['kept', 'removed'] as const) await expect(ask(records, { sort: { field, order: 'desc' } }, where)).resolves.toMatchObject({ pageSize: 1 })
  })

  test.each(filters)('%s by %s', async (_name, filter, records) => {
    for (const where of ['kept', 'removed'] as const) await expect(ask(records, { [filter]: valueOf(records, filter) }, where)).resolves.toMatchObject({ pageSize: 1 })
  })
})
