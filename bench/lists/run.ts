import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { insertSession } from '../../server/db/auth/sessions.ts'
import type { Sql } from '../../server/db/connect.ts'
import { newDataDir, removeDataDir, startProduct } from '../product.ts'
import { goal, type Section } from '../report.ts'
import { plansOf } from './plans.ts'

const limitMs = 300
const organisations = 5
const farmsEach = 20
const pageSize = 20
const tries = 3

type Query = Input<typeof endpoints.animals.list>

const sorts: (Query['sort'] | undefined)[] = [
  undefined,
  ...(['visualTag', 'birthDate', 'category', 'originId', 'colourId', 'status', 'leftOn'] as const).flatMap((field) =>
    (['asc', 'desc'] as const).map((order) => ({ field, order })),
  ),
]

/** Measures the list of an organisation's animals, by each filter and sort, for the first page and a late one. */
export async function benchLists({ animals = 500_000 } = {}): Promise<Section> {
  const own = animals / organisations
  const dataDir = newDataDir()
  const product = await startProduct(dataDir)
  try {
    const { token, farmId, organisationId, originId } = await seedAnimals(product.sql, animals)
    const { groupId, policyId } = await seedGroupPolicyAndProject(product.sql, { farmId, organisationId })
    const filters: Record<string, Query> = {
      none: {},
      'part of a tag': { tag: '4711' },
      'no such tag': { tag: 'nowhere' },
      status: { status: ['DEAD', 'SOLD'] },
      'in herd': { status: ['IN_HERD'] },
      category: { category: ['SHEEP'] },
      sex: { sex: 'FEMALE' },
      origin: { originIds: [originId] },
      worn: { isWorn: true },
      'of a group': { groupId },
      'of a policy': { policyId },
      'not insured': { isInsured: false },
      pledged: { isPledged: true },
      farm: { farmId },
      'farm and status': { farmId, status: ['IN_HERD'], sex: 'MALE' },
    }
    const ask = async (query: Query) => {
      const began = performance.now()
      const response = await fetch(`http://127.0.0.1:${product.webPort}${endpoints.animals.list.path}`, {
        method: endpoints.animals.list.method,
        headers: { 'content-type': 'application/json', 'x-auth-token': token, 'x-auth-timestamp': String(Date.now()) },
        body: JSON.stringify({ pageSize, ...query }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return performance.now() - began
    }
    const times: { name: string; ms: number; query: Query }[] = []
    for (const [filter, query] of Object.entries(filters)) {
      for (const sort of sorts) {
        for (const current of [1, Math.min(1000, own / pageSize)]) {
          const name = `${filter}; ${sort ? `${sort.field} ${sort.order}` : 'no sort'}; page ${current}`
          const whole = { ...query, ...(sort && { sort }), current }
          for (let turn = 0; turn < tries; turn++) times.push({ name, ms: await ask(whole), query: whole })
        }
      }
    }
    const slowest = times.toSorted((a, b) => b.ms - a.ms)
    const at = (share: number) => slowest[Math.floor(slowest.length * (1 - share))]?.ms ?? Number.NaN
    const p95 = at(0.95)
    const worst = slowest
      .filter(({ name }, place) => slowest.findIndex((one) => one.name === name) === place)
      .slice(0, 10)
    for (const { name, ms, query } of worst) {
      console.log(`\n${name}: ${ms.toFixed(0)} ms`)
      for (const plan of await plansOf(product.sql, organisationId, { pageSize, ...query })) console.log(plan)
    }
    return {
      title: `The list of ${own.toLocaleString('en-US')} animals among ${animals.toLocaleString('en-US')}`,
      head: ['', 'ms'],
      rows: [
        ['p50', at(0.5).toFixed(0)],
        ['p95', p95.toFixed(0)],
        ['goal', goal(p95, { atMost: limitMs })],
        ...worst.map(({ name, ms }) => [name, ms.toFixed(0)]),
      ],
      notes: [
        `${Object.keys(filters).length} filters, ${sorts.length} sorts, first and ${Math.min(1000, own / pageSize)}th page of ${pageSize}, each ${tries} times, one after another over HTTP on the same machine; the slowest ten below, whose plans the command prints.`,
      ],
      figures: { 'lists.p50Ms': at(0.5), 'lists.p95Ms': p95 },
    }
  } finally {
    await product.stop()
    removeDataDir(dataDir)
  }
}

/**
 * Inserts organisations, farms and animals directly into the database.
 * @returns the token of a user who may list the animals of one organisation, and ids of that organisation
 */
async function seedAnimals(
  sql: Sql,
  animals: number,
): Promise<{ token: string; farmId: number; organisationId: number; originId: number }> {
  const now = Date.now()
  const boundary = JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [116, 44],
        [116.1, 44],
        [116.1, 44.1],
        [116, 44],
      ],
    ],
  })
  await sql`insert into organisations (kind, name, registered_at, updated_at) select 'SUPERVISOR', 'Bench ' || n, ${now}, ${now} from generate_series(1, ${organisations}) n`
  const orgs = await sql<{ id: number }[]>`select id from organisations where starts_with(name, 'Bench ') order by id`
  const farms = await sql<{ id: number }[]>`
    insert into farms (name, supervisor_org_id, time_zone, boundary, updated_at)
    select 'Farm ' || o || '-' || n, o, 'Asia/Shanghai', ${boundary}::text::jsonb, ${now}::timestamptz
    from unnest(${orgs.map(({ id }) => id)}::bigint[]) o, generate_series(1, ${farmsEach}) n order by o, n returning id`
  const ids = farms.map(({ id }) => id)
  const entries = (kind: string) => sql`(select array_agg(id order by id) from lookups where kind = ${kind})`
  await sql`
    insert into animals (visual_tag, electronic_scheme, electronic_tag, farm_id, category_id, origin_id, colour_id, sex, birth_date, status, left_on, in_herd_from, in_herd_to, updated_at)
    select lpad(((n::bigint * 7919) % ${animals}::bigint)::text, 7, '0'), 'CN', '2152502' || lpad(n::text, 8, '0'), (${ids}::bigint[])[1 + n % ${ids.length}],
      (select id from lookups where kind = 'CATEGORY' and code = (array['CATTLE', 'CATTLE', 'CATTLE', 'SHEEP'])[1 + n % 4]),
      (${entries('ORIGIN')})[1 + n % 3], (${entries('COLOUR')})[1 + n % 2], (array['MALE', 'FEMALE'])[1 + n / 3 % 2], date '2022-01-01' + n % 1500,
      case when n % 50 = 0 then 'SOLD' when n % 97 = 0 then 'DEAD' else 'IN_HERD' end, case when n % 50 = 0 or n % 97 = 0 then date '2026-01-01' + n % 90 end,
      ${now}::timestamptz - interval '1 year', case when n % 50 = 0 or n % 97 = 0 then ${now}::timestamptz end, ${now}::timestamptz
    from generate_series(1, ${animals}::int) n`
  await sql`insert into neckbands (device_id, updated_at) select 'AC' || lpad(n::text, 10, '0'), ${now}::timestamptz from generate_series(1, ${animals / 10}::int) n`
  await sql`
    insert into pairings (neckband_id, animal_id, from_at)
    select n.id, a.id, ${now}::timestamptz from (select id, row_number() over (order by id) as place from neckbands) n
      join (select id, row_number() over (order by id) as place from animals) a on a.place = n.place * 10`
  await sql`vacuum analyze`
  const organisationId = orgs[0]?.id ?? 0
  const [user] = await sql<{ id: number }[]>`
    insert into users (user_name, password_hash, role, organisation_id, display_name, created_at, updated_at)
    values ('bench', 'none', 'SUPERVISOR_PM', ${organisationId}, 'Bench', ${now}, ${now}) returning id`
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest('hex')
  await insertSession(sql, {
    tokenHash,
    userId: user?.id ?? 0,
    passwordHash: 'none',
    now,
    idleMs: 3_600_000,
    expiresAt: now + 3_600_000,
    address: null,
    agent: null,
  })
  const [origin] = await sql<{ id: number }[]>`select min(id) as id from lookups where kind = 'ORIGIN'`
  return { token, farmId: ids[0] ?? 0, organisationId, originId: origin?.id ?? 0 }
}

/** Inserts a group and a policy with half of a farm's animals each, and a project on a quarter of the organisation's farms. */
async function seedGroupPolicyAndProject(
  sql: Sql,
  { farmId, organisationId }: { farmId: number; organisationId: number },
): Promise<{ groupId: number; policyId: number }> {
  const [group] = await sql<
    { id: number }[]
  >`insert into animal_groups (organisation_id, name, updated_at) values (${organisationId}, 'Bench', now()) returning id`
  const [policy] = await sql<{ id: number }[]>`
    insert into insurance_policies (farm_id, insurer, number, starts_on, ends_on, sum_per_head, updated_at)
    values (${farmId}, 'Bench', '1', current_date - 30, current_date + 300, 1000, now()) returning id`
  const [groupId, policyId] = [group?.id ?? 0, policy?.id ?? 0]
  await sql`insert into animal_group_members (animal_id, group_id, from_at) select id, ${groupId}, now() from animals where farm_id = ${farmId} and id % 2 = 0`
  await sql`insert into policy_animals (policy_id, animal_id) select ${policyId}, id from animals where farm_id = ${farmId} and id % 4 < 2`
  await sql`
    with bank as (insert into organisations (kind, name, registered_at, updated_at) values ('BANK', 'Bench bank', now(), now()) returning id),
      project as (
        insert into projects (code, name, bank_org_id, supervisor_org_id, contract_headcount, loan_amount, status, starts_on, ends_on, created_at)
        select 'BENCH', 'Bench', id, ${organisationId}, 25000, 1, 'ACTIVE', current_date, current_date + 300, now() from bank returning id)
    insert into project_farms (project_id, farm_id) select project.id, f.id from project, (select id from farms where supervisor_org_id = ${organisationId} order by id limit 5) f`
  await sql`vacuum analyze`
  return { groupId, policyId }
}
