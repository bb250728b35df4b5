import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#contract/people/roles.ts'
import { insertSession } from '../../server/db/auth/sessions.ts'
import type { Sql } from '../../server/db/connect.ts'
import { setMarks } from '../../server/db/marks.ts'

export interface Herds {
  /** The project with a fifth of all animals, and one of usual size. */
  large: number
  usual: number
  /** The collateral line of the large project. */
  lineId: number
  /** An instant of the previous day for which readings exist. */
  pastAt: number
  pm: string
  banker: string
  /** Token of the bank's approver. */
  bankAdmin: string
}

interface Size {
  projects: number
  animals: number
  days: number
}

/**
 * Inserts projects with lines, pledges, ledgers and samples directly into the database. One project has a fifth of all animals; the others share the
 * rest equally.
 */
export async function seedProjects(sql: Sql, { projects, animals, days }: Size): Promise<Herds> {
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
  const organisation = async (kind: string) =>
    (
      await sql<
        { id: number }[]
      >`insert into organisations (kind, name, registered_at, updated_at) values (${kind}, ${`Bench ${kind}`}, ${now}, ${now}) returning id`
    )[0]?.id ?? 0
  const [bank, borrower, supervisor] = [
    await organisation('BANK'),
    await organisation('BORROWER'),
    await organisation('SUPERVISOR'),
  ]
  await sql`
    insert into farms (name, borrower_org_id, supervisor_org_id, time_zone, boundary, updated_at)
    select 'Bench ' || n, ${borrower}, ${supervisor}, 'Asia/Shanghai', ${boundary}::text::jsonb, ${now}::timestamptz from generate_series(1, ${projects}::int) n`
  await sql`
    insert into projects (code, name, bank_org_id, borrower_org_id, supervisor_org_id, contract_headcount, loan_amount, status, starts_on, ends_on, created_at)
    select 'BENCH-' || n, 'Bench ' || n, ${bank}, ${borrower}, ${supervisor}, 500, 4000000, 'ACTIVE', current_date - 90, current_date + 300, ${now}::timestamptz from generate_series(1, ${projects}::int) n`
  const pairs = sql`(select p.id as project_id, f.id as farm_id, row_number() over (order by p.id) as place from projects p join farms f on f.name = p.name where starts_with(p.code, 'BENCH-'))`
  await sql`insert into project_farms (project_id, farm_id) select project_id, farm_id from ${pairs} pairs`
  await sql`
    insert into collateral_lines (project_id, category_id, unit_id, quantity, unit_price, priced_on, price_source, haircut, status)
    select project_id, (select min(id) from lookups where kind = 'CATEGORY'), (select min(id) from lookups where kind = 'UNIT'), 1, 13800, current_date, 'Market', 0.2, 'ACTIVE' from ${pairs} pairs`
  // The first fifth of the animals belongs to the first project.
  await sql`
    insert into animals (visual_tag, farm_id, category_id, in_herd_from, updated_at)
    select lpad(n::text, 7, '0'), pairs.farm_id, (select min(id) from lookups where kind = 'CATEGORY'), ${now}::timestamptz - interval '100 days', ${now}::timestamptz
    from generate_series(1, ${animals}::int) n join ${pairs} pairs on pairs.place = case when n <= ${animals / 5}::int then 1 else 2 + n % (${projects}::int - 1) end`
  await sql`insert into neckbands (device_id, updated_at) select 'AC' || lpad(n::text, 10, '0'), ${now}::timestamptz from generate_series(1, ${animals}::int) n`
  await sql`
    insert into pairings (neckband_id, animal_id, from_at)
    select n.id, a.id, ${now}::timestamptz - interval '100 days' from (select id, row_number() over (order by id) as place from neckbands) n
      join (select id, row_number() over (order by id) as place from animals) a on a.place = n.place`
  // Most were heard a moment ago.
  await sql`
    insert into neckband_states (neckband_id, saved_at, heard_at, usual_gap_ms) select id, ${now}::timestamptz, ${now}::timestamptz - case when id % 50 = 0 then interval '2 days' else interval '1 minute' end, 60000 from neckbands`
  await sql`analyze`
  await sql`
    insert into pledges (animal_id, project_id, line_id, claimed_at, pledged_at)
    select a.id, l.project_id, l.id, ${now}::timestamptz - interval '90 days', ${now}::timestamptz - interval '90 days'
    from animals a join project_farms pf on pf.farm_id = a.farm_id join collateral_lines l on l.project_id = pf.project_id`
  await sql.begin(async (transaction) => {
    await transaction`
      insert into ledger_entries (project_id, line_id, kind, heads, reason, happened_at, recorded_at)
      select project_id, line_id, 'OPENING', count(*), 'Bench', ${now}::timestamptz - interval '90 days', ${now}::timestamptz - interval '90 days' from pledges group by 1, 2`
    await transaction`insert into ledger_heads (entry_id, pledge_id) select e.id, p.id from pledges p join ledger_entries e on e.line_id = p.line_id`
  })
  const pastAt = now - 30 * 3_600_000
  await seedPast(sql, { now, pastAt })
  for (let day = 0; day < days; day++) {
    await sql`
      insert into project_samples (project_id, at, window_minutes, ledger, heard, unverified, eligible_value, ratio)
      select p.id, to_timestamp(${(now - (days - day) * 86_400_000) / 1000}::float8) + n * interval '15 minutes', 60, 500, 490, 0, 5000000, 1.25
      from generate_series(0, 95) n, projects p where starts_with(p.code, 'BENCH-')`
  }
  await sql`vacuum analyze`
  const tokenOf = async (role: Role, organisationId: number) => {
    const [user] = await sql<{ id: number }[]>`
      insert into users (user_name, password_hash, role, organisation_id, display_name, created_at, updated_at)
      values (${`bench.${role}`}, 'none', ${role}, ${organisationId}, 'Bench', ${now}, ${now}) returning id`
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
    return token
  }
  const [found] = await sql<{ large: number; usual: number; lineId: number }[]>`
    select min(p.id) as large, min(p.id) + 1 as usual, (select min(id) from collateral_lines) as "lineId" from projects p where starts_with(p.code, 'BENCH-')`
  if (!found) throw new Error('there is no project')
  return {
    ...found,
    pastAt,
    pm: await tokenOf('SUPERVISOR_PM', supervisor),
    banker: await tokenOf('BANK_USER', bank),
    bankAdmin: await tokenOf('ADMIN_BANK', bank),
  }
}

/** Adds history to the first project: readings around an instant, later losses recorded late, and temporarily missing heads. */
async function seedPast(sql: Sql, { now, pastAt }: { now: number; pastAt: number }): Promise<void> {
  const heads = sql`(select p.*, row_number() over (order by p.id) as place from pledges p where p.project_id = (select min(id) from projects))`
  for (const at of [pastAt - 3_600_000, pastAt])
    await sql`call make_readings_partition(${new Date(at).toISOString().slice(0, 10)}::date)`
  // Four readings in the hour before, like a collar that reports every quarter of an hour; one in 50 is silent.
  await sql`
    insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator)
    select r.at, r.at + interval '1 second', w.neckband_id, 0, 1, 0
    from ${heads} h join pairings w on w.animal_id = h.animal_id cross join generate_series(0, 3) n
      cross join lateral (select ${pastAt}::timestamptz - n * interval '15 minutes' - (h.place % 900) * interval '1 second' as at) r
    where h.place % 50 <> 0`
  // Prevents rolling these readings up during measurements.
  await setMarks(sql, { hours_rolled: Math.floor(now / 3_600_000) * 3_600_000, hours_received: now })
  await sql.begin(async (transaction) => {
    const [entry] = await transaction<{ id: number }[]>`
      insert into ledger_entries (project_id, line_id, kind, heads, reason, happened_at, recorded_at)
      select project_id, line_id, 'DEATH', -count(*), 'Bench', ${now}::timestamptz - interval '2 days', ${now}::timestamptz - interval '1 hour' from ${heads} h where place % 500 = 0 group by 1, 2 returning id`
    await transaction`insert into ledger_heads (entry_id, pledge_id) select ${entry?.id ?? 0}, id from ${heads} h where place % 500 = 0`
  })
  await sql`
    insert into audit_entries (at, action, noun, noun_id, before, after)
    select ${now}::timestamptz - n * interval '20 hours', 'EDIT', 'animal', animal_id, jsonb_build_object('status', case n when 2 then 'IN_HERD' else 'MISSING' end),
      jsonb_build_object('status', case n when 2 then 'MISSING' else 'IN_HERD' end) from ${heads} h, generate_series(1, 2) n where place % 500 = 1 order by n desc`
}
