import type { CoverageLine, CoverageTerms } from '#contract/projects/coverage.ts'
import type { Fragment, Queries } from '../connect.ts'

/** A project that runs on a farm. Days are `2026-05-01`, in the farm's zone; `loggedOn`: of its newest daily log, null: none yet. */
export interface RunningProject {
  id: number
  code: string
  /** The first of its farms: what is wrong with all of it is told there. */
  firstFarmId: number
  startsOn: string
  loggedOn: string | null
  /** The debt, and the lines that secure it. */
  loan: CoverageTerms & { lines: CoverageLine[] }
}

/** The days on which a policy insures, the last one with them (`2026-05-01`, in the farm's zone). */
export interface InsuranceSpell {
  number: string
  startsOn: string
  endsOn: string
}

/** As many animals of a farm, insured by the same policies: those of today, of before and to come, by their first day. */
export interface InsuredHeads {
  spells: InsuranceSpell[]
  heads: number
}

/** The loans and insurance of farms, each by the farm's id; farms without any are left out. */
export interface FarmFinance {
  projects: ReadonlyMap<number, RunningProject[]>
  insured: ReadonlyMap<number, InsuredHeads[]>
  /** The animals that the ledger of a project counts, each with that project. */
  pledged: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** Orders projects `p` by since when they run, the one that has run longest first: since their opening was decided, else since they were made. */
export function byRunning(sql: Queries): Fragment {
  return sql`coalesce((select max(o.decided_at) from tickets o where o.subject_type = 'PROJECT' and o.subject_id = p.id and o.kind = 'PROJECT_OPEN' and o.state = 'APPROVED'), p.created_at), p.id`
}

/** A part of it that changes by itself. */
export type FinancePart = keyof FarmFinance

type FarmIds = readonly number[] | null

const isOf = (sql: Queries, column: string, farmIds: FarmIds) => (farmIds === null ? sql`true` : sql`${sql(column)} = any(${[...farmIds]}::bigint[])`)

/** Reads one part of the finance of some farms by one statement. @param farmIds null: of all farms */
export async function readFinance(sql: Queries, part: FinancePart, farmIds: FarmIds): Promise<Partial<FarmFinance>> {
  switch (part) {
    case 'projects':
      return { projects: await readProjects(sql, farmIds) }
    case 'insured':
      return { insured: await readInsured(sql, farmIds) }
    case 'pledged':
      return { pledged: await readPledged(sql, farmIds) }
  }
}

/** Reads the projects that run on farms. */
export async function readProjects(sql: Queries, farmIds: FarmIds): Promise<FarmFinance['projects']> {
  const rows = await sql<(RunningProject & { farmId: number })[]>`
    select pf.farm_id as "farmId", p.id, p.code, (select min(farm_id) from project_farms where project_id = p.id) as "firstFarmId", p.starts_on as "startsOn",
      (select max(l.day) from daily_logs l where l.farm_id = pf.farm_id and l.project_id = p.id) as "loggedOn", ${loanOf(sql)} as loan
    from project_farms pf join projects p on p.id = pf.project_id
    where p.status in ('ACTIVE', 'CLOSING') and p.deleted_at is null and ${isOf(sql, 'pf.farm_id', farmIds)} order by pf.farm_id, ${byRunning(sql)}`
  return byFarm(rows)
}

/** Reads when the animals of farms are insured. */
export async function readInsured(sql: Queries, farmIds: FarmIds): Promise<FarmFinance['insured']> {
  return insuredBy(sql, sql`select id, number, starts_on, ends_on from insurance_policies where deleted_at is null`, sql`
    select a.farm_id, a.id as animal_id, pa.policy_id from policy_animals pa join animals a on a.id = pa.animal_id
    where a.in_herd_to is null and ${isOf(sql, 'a.farm_id', farmIds)}`)
}

/** Animals by the policies that insure them. @param policies `id`, `number`, `starts_on` and `ends_on` @param animals `farm_id` and `animal_id`, by `policy_id` */
export async function insuredBy(sql: Queries, policies: Fragment, animals: Fragment): Promise<FarmFinance['insured']> {
  const rows = await sql<(InsuredHeads & { farmId: number })[]>`
    with policies as materialized (${policies}), groups as (
      select farm_id, policy_ids, count(*) as heads from (
        select i.farm_id, array_agg(p.id order by p.id) as policy_ids from (${animals}) i join policies p on p.id = i.policy_id group by i.farm_id, i.animal_id) insured
      group by farm_id, policy_ids)
    select farm_id as "farmId", heads, (
        select jsonb_agg(jsonb_build_object('number', number, 'startsOn', starts_on, 'endsOn', ends_on) order by starts_on, id)
        from policies where id = any(policy_ids)) as spells
    from groups order by farm_id, policy_ids`
  return byFarm(rows)
}

async function readPledged(sql: Queries, farmIds: FarmIds): Promise<FarmFinance['pledged']> {
  const rows = await sql<{ farmId: number; animalIds: number[]; projectIds: number[] }[]>`
    select a.farm_id as "farmId", array_agg(a.id) as "animalIds", array_agg(g.project_id) as "projectIds" from animals a join ${openPledge(sql)}
    where g.is_counted and a.in_herd_to is null and ${isOf(sql, 'a.farm_id', farmIds)} group by a.farm_id`
  return new Map(rows.map(({ farmId, animalIds, projectIds }) => [farmId, new Map(animalIds.map((id, place) => [id, projectIds[place] ?? 0]))]))
}

/** To be joined to animals `a`: the pledge `g` that an animal is under. */
export function openPledge(sql: Queries): Fragment {
  return sql`pledges g on g.animal_id = a.id and g.ended_at is null`
}

/** Rows as lists by farm. */
export function byFarm<R extends { farmId: number }>(rows: readonly R[]): Map<number, Omit<R, 'farmId'>[]> {
  const found = new Map<number, Omit<R, 'farmId'>[]>()
  for (const { farmId, ...row } of rows) {
    const list = found.get(farmId) ?? []
    list.push(row)
    found.set(farmId, list)
  }
  return found
}

/** The debt of a project `p`, and its lines with the heads that count: those on the ledger, without the missing. */
function loanOf(sql: Queries): Fragment {
  return sql`jsonb_build_object(
    'balance', coalesce((select b.balance from loan_balances b where b.project_id = p.id order by b.id desc limit 1), p.loan_amount)::numeric(18, 2)::text,
    'warningLine', p.warning_line::text, 'minimumLine', p.minimum_line::text,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('lineId', l.id, 'unitPrice', l.unit_price::text, 'haircut', l.haircut::text, 'heads', l.ledger_heads - (
          select count(*) from animals a join ${openPledge(sql)} where a.status = 'MISSING' and g.is_counted and g.line_id = l.id)) order by l.id)
      from collateral_lines l where l.project_id = p.id and l.status = 'ACTIVE' and l.deleted_at is null), '[]'))`
}
