import type { Fragment, Queries } from '../connect.ts'
import { type LoanState, readLoans } from './loanState.ts'

/** A project that runs on a farm. Days are `2026-05-01`, in the farm's time zone. `loggedOn` is the day of its newest daily log, or null. */
export interface RunningProject {
  id: number
  code: string
  /** The project's farm with the lowest id; alerts about the whole project are raised there. */
  firstFarmId: number
  startsOn: string
  loggedOn: string | null
  loan: LoanState
}

/** Days covered by a policy, the last one included (`2026-05-01`, in the farm's time zone). */
export interface InsuranceSpell {
  number: string
  startsOn: string
  endsOn: string
}

/** Number of a farm's animals that are insured by the same past, current and future policies, ordered by first day. */
export interface InsuredHeads {
  spells: InsuranceSpell[]
  heads: number
}

/** Loans and insurance by farm id. Farms without any are absent. */
export interface FarmFinance {
  projects: ReadonlyMap<number, RunningProject[]>
  insured: ReadonlyMap<number, InsuredHeads[]>
  /** The animals that a project's ledger counts, with the project's id. */
  pledged: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** Returns an `order by` list for projects `p`, the longest running first: by approval of their opening, else by creation. */
export function orderByOpening(sql: Queries): Fragment {
  return sql`coalesce((select max(o.decided_at) from tickets o where o.subject_type = 'PROJECT' and o.subject_id = p.id and o.kind = 'PROJECT_OPEN' and o.state = 'APPROVED'), p.created_at), p.id`
}

/** A part of it that is refreshed on its own. */
export type FinancePart = keyof FarmFinance

type FarmIds = readonly number[] | null

const isOf = (sql: Queries, column: string, farmIds: FarmIds) =>
  farmIds === null ? sql`true` : sql`${sql(column)} = any(${[...farmIds]}::bigint[])`

/** Reads one part of the finance of farms. @param farmIds null: all farms */
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

/** Reads the running projects of farms. */
export async function readProjects(sql: Queries, farmIds: FarmIds): Promise<FarmFinance['projects']> {
  const rows = await sql<(Omit<RunningProject, 'loan'> & { farmId: number })[]>`
    select pf.farm_id as "farmId", p.id, p.code, (select min(farm_id) from project_farms where project_id = p.id) as "firstFarmId", p.starts_on as "startsOn",
      (select max(l.day) from daily_logs l where l.farm_id = pf.farm_id and l.project_id = p.id) as "loggedOn"
    from project_farms pf join projects p on p.id = pf.project_id
    where p.status in ('ACTIVE', 'CLOSING') and p.deleted_at is null and ${isOf(sql, 'pf.farm_id', farmIds)} order by pf.farm_id, ${orderByOpening(sql)}`
  const loans = await readLoans(sql, [...new Set(rows.map(({ id }) => id))], null)
  const loanOf = new Map(loans.map((loan) => [loan.projectId, loan]))
  return byFarm(
    rows.flatMap((row) => {
      const loan = loanOf.get(row.id)
      return loan ? [{ ...row, loan }] : []
    }),
  )
}

/** Reads the insurance of farms' current animals. */
export async function readInsured(sql: Queries, farmIds: FarmIds): Promise<FarmFinance['insured']> {
  return insuredBy(
    sql,
    sql`select id, number, starts_on, ends_on from insurance_policies where deleted_at is null`,
    sql`
    select a.farm_id, a.id as animal_id, pa.policy_id from policy_animals pa join animals a on a.id = pa.animal_id
    where a.in_herd_to is null and ${isOf(sql, 'a.farm_id', farmIds)}`,
  )
}

/**
 * Groups animals by the policies that insure them. @param policies `id`, `number`, `starts_on` and `ends_on` @param animals `farm_id` and
 * `animal_id`, by `policy_id`
 */
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
  return new Map(
    rows.map(({ farmId, animalIds, projectIds }) => [
      farmId,
      new Map(animalIds.map((id, place) => [id, projectIds[place] ?? 0])),
    ]),
  )
}

/** Returns a join for animals `a`: the open pledge `g` of each animal. */
export function openPledge(sql: Queries): Fragment {
  return sql`pledges g on g.animal_id = a.id and g.ended_at is null`
}

/** Groups rows by farm. */
export function byFarm<R extends { farmId: number }>(rows: readonly R[]): Map<number, Omit<R, 'farmId'>[]> {
  const found = new Map<number, Omit<R, 'farmId'>[]>()
  for (const { farmId, ...row } of rows) {
    const list = found.get(farmId) ?? []
    list.push(row)
    found.set(farmId, list)
  }
  return found
}
