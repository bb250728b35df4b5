import type { CoverageLine, CoverageTerms } from '#contract/projects/coverage.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { Fragment, Queries, Sql } from './connect.ts'

/** A project that runs on a farm. Days are `2026-05-01`, in the farm's zone; `loggedOn`: of its newest daily log, null: none yet. */
export interface RunningProject {
  id: number
  code: string
  startsOn: string
  loggedOn: string | null
  /** The debt, and the lines that secure it. */
  loan: CoverageTerms & { lines: CoverageLine[] }
}

/** Animals of a farm whose insurance ends with a day (`2026-05-01`, in the farm's zone), by the policy that insures them for longest. */
export interface InsuredUntil {
  number: string
  endsOn: string
  heads: number
}

/** The records that readings are judged by, as one consistent picture. Ids are numbers, instants epoch ms. */
export interface HerdRecords {
  farms: { id: number; name: string; supervisorOrgId: number | null; boundary: Polygon; windowMinutes: number; timeZone: string; projects: RunningProject[]; insured: InsuredUntil[] }[]
  pens: { id: number; farmId: number; name: string; capacity: number | null; zone: string | null; polygon: Polygon }[]
  gateways: { id: number; mac: string; name: string | null; farmId: number; penId: number | null; lastSeenAt: number | null }[]
  /** Animals in the herd, with the neckband each wears now, if any. */
  animals: {
    id: number
    farmId: number
    penId: number | null
    visualTag: string
    neckbandId: number | null
    deviceId: string | null
    pairedAt: number | null
    /** Whether the ledger of a project counts it. */
    isPledged: boolean
  }[]
  /** Neckbands that no animal of a herd wears now: heard, stored, and not counted. */
  spares: { id: number; deviceId: string }[]
  sources: { id: number; name: string; secretHash: Uint8Array; adapters: string[]; farmIds: number[] | null; takesQueryToken: boolean }[]
}

/**
 * Reads them in one snapshot of the database.
 * @param farmIds the farms whose records are wanted (spare neckbands and sources come in any case); null: all
 */
export async function readHerdRecords(sql: Sql, farmIds: readonly number[] | null): Promise<HerdRecords> {
  return sql.begin('isolation level repeatable read read only', async (transaction) => {
    const isOf = (column: string) => (farmIds === null ? transaction`true` : transaction`${transaction(column)} = any(${[...farmIds]}::bigint[])`)
    const kept = await transaction<Omit<HerdRecords['farms'][number], 'insured'>[]>`
      select id, name, supervisor_org_id as "supervisorOrgId", boundary, window_minutes as "windowMinutes", time_zone as "timeZone",
        coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'code', p.code, 'startsOn', p.starts_on, 'loggedOn',
            (select max(l.day) from daily_logs l where l.farm_id = farms.id and l.project_id = p.id), 'loan', ${loanOf(transaction)}) order by p.id)
          from project_farms pf join projects p on p.id = pf.project_id
          where pf.farm_id = farms.id and p.status in ('ACTIVE', 'CLOSING') and p.deleted_at is null), '[]') as projects
      from farms where deleted_at is null and ${isOf('id')} order by id`
    const insured = await transaction<(InsuredUntil & { farmId: number })[]>`
      select farm_id as "farmId", number, ends_on::text as "endsOn", count(*) as heads from (
        select distinct on (a.id) a.farm_id, p.number, p.ends_on, p.id
        from policy_animals pa join insurance_policies p on p.id = pa.policy_id join animals a on a.id = pa.animal_id
        where p.deleted_at is null and a.in_herd_to is null and ${isOf('a.farm_id')} order by a.id, p.ends_on desc, p.id) longest
      group by farm_id, id, number, ends_on order by farm_id, ends_on, id`
    const insuredOf = Map.groupBy(insured, ({ farmId }) => farmId)
    const farms = kept.map((farm) => ({ ...farm, insured: (insuredOf.get(farm.id) ?? []).map(({ number, endsOn, heads }) => ({ number, endsOn, heads })) }))
    const pens = await transaction<HerdRecords['pens']>`
      select id, farm_id as "farmId", name, capacity, zone_name as "zone", polygon from pens where deleted_at is null and ${isOf('farm_id')} order by id`
    const gateways = await transaction<HerdRecords['gateways']>`
      select id, mac, name, farm_id as "farmId", pen_id as "penId", last_seen_at as "lastSeenAt"
      from gateways where deleted_at is null and ${isOf('farm_id')} order by id`
    const animals = await transaction<HerdRecords['animals']>`
      select a.id, a.farm_id as "farmId", a.pen_id as "penId", a.visual_tag as "visualTag", p.neckband_id as "neckbandId",
        n.device_id as "deviceId", p.from_at as "pairedAt", coalesce(g.is_counted, false) as "isPledged"
      from animals a
      left join pairings p on p.animal_id = a.id and p.to_at is null
      left join neckbands n on n.id = p.neckband_id
      left join pledges g on g.animal_id = a.id and g.ended_at is null
      where a.in_herd_to is null and ${isOf('a.farm_id')} order by a.farm_id, a.id`
    // One list of those worn, made once: looked for band by band it takes seconds while many rows are new to the database's statistics.
    const spares = await transaction<HerdRecords['spares']>`
      select n.id, n.device_id as "deviceId" from neckbands n
      where n.deleted_at is null and n.id not in (
        select p.neckband_id from pairings p join animals a on a.id = p.animal_id where p.to_at is null and a.in_herd_to is null)`
    const sources = await transaction<HerdRecords['sources']>`
      select id, name, secret_hash as "secretHash", adapters, farm_ids as "farmIds", takes_query_token as "takesQueryToken"
      from sources where revoked_at is null`
    return { farms, pens, gateways, animals, spares, sources }
  })
}

/** The debt of a project `p`, and its lines with the heads that count: those on the ledger, without the missing. */
function loanOf(sql: Queries): Fragment {
  return sql`jsonb_build_object(
    'balance', coalesce((select b.balance from loan_balances b where b.project_id = p.id order by b.id desc limit 1), p.loan_amount)::numeric(18, 2)::text,
    'warningLine', p.warning_line::text, 'minimumLine', p.minimum_line::text,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('lineId', l.id, 'unitPrice', l.unit_price::text, 'haircut', l.haircut::text, 'heads', l.ledger_heads - (
          select count(*) from animals a join pledges g on g.animal_id = a.id and g.ended_at is null where a.status = 'MISSING' and g.is_counted and g.line_id = l.id)) order by l.id)
      from collateral_lines l where l.project_id = p.id and l.status = 'ACTIVE' and l.deleted_at is null), '[]'))`
}
