import type { Polygon } from '#contract/values/geo.ts'
import type { Sql } from './connect.ts'
import {
  type InsuredHeads,
  openPledge,
  readInsured,
  readProjects,
  type RunningProject,
} from './projects/farmFinance.ts'

/** The records that readings are evaluated against, as one consistent snapshot. Ids are numbers, instants epoch ms. */
export interface HerdRecords {
  farms: {
    id: number
    name: string
    supervisorOrgId: number | null
    boundary: Polygon
    windowMinutes: number
    timeZone: string
    projects: RunningProject[]
    insured: InsuredHeads[]
  }[]
  pens: {
    id: number
    farmId: number
    name: string
    capacity: number | null
    zone: string | null
    polygon: Polygon
    /** False when it was added after a running project of its farm opened. */
    isAgreed?: boolean
  }[]
  gateways: {
    id: number
    mac: string
    name: string | null
    farmId: number
    penId: number | null
    heardAt: number | null
    ownerOrgId?: number | null
    isLaterClaim?: boolean
  }[]
  /** Animals in the herd, with their current neckband, if any. */
  animals: {
    id: number
    farmId: number
    penId: number | null
    visualTag: string
    neckbandId: number | null
    deviceId: string | null
    /** See `Claim`; null without a neckband. */
    isLaterClaim?: boolean | null
    pairedAt: number | null
    /** Whether the animal has never worn a neckband. */
    neverFitted?: boolean
    /** The project whose ledger counts the animal; null when none does. */
    pledgedTo: number | null
  }[]
  /** Neckbands that no animal in a herd wears: their readings are stored but not counted. */
  spares: { id: number; deviceId: string; ownerOrgId?: number | null; isLaterClaim?: boolean }[]
  sources: {
    id: number
    name: string
    secretHash: Uint8Array
    adapters: string[]
    farmIds: number[] | null
    takesQueryToken: boolean
  }[]
}

/**
 * Reads the records in one database snapshot.
 * @param farmIds restricts farm data to these farms; spare neckbands and sources are always read. Null: all farms
 */
export async function readHerdRecords(sql: Sql, farmIds: readonly number[] | null): Promise<HerdRecords> {
  return sql.begin('isolation level repeatable read read only', async (transaction) => {
    const isOf = (column: string) =>
      farmIds === null ? transaction`true` : transaction`${transaction(column)} = any(${[...farmIds]}::bigint[])`
    const farmRows = await transaction<Omit<HerdRecords['farms'][number], 'projects' | 'insured'>[]>`
      select id, name, supervisor_org_id as "supervisorOrgId", boundary, window_minutes as "windowMinutes", time_zone as "timeZone"
      from farms where deleted_at is null and ${isOf('id')} order by id`
    const projects = await readProjects(transaction, farmIds)
    const insured = await readInsured(transaction, farmIds)
    const farms = farmRows.map((farm) => ({
      ...farm,
      projects: projects.get(farm.id) ?? [],
      insured: insured.get(farm.id) ?? [],
    }))
    const pens = await transaction<HerdRecords['pens']>`
      select id, farm_id as "farmId", name, capacity, zone_name as "zone", polygon, not exists (
        select from project_farms pf join projects p on p.id = pf.project_id
        join tickets o on o.subject_type = 'PROJECT' and o.subject_id = p.id and o.kind = 'PROJECT_OPEN' and o.state = 'APPROVED'
        where pf.farm_id = pens.farm_id and p.status in ('ACTIVE', 'CLOSING') and p.deleted_at is null and o.decided_at < pens.created_at) as "isAgreed"
      from pens where deleted_at is null and ${isOf('farm_id')} order by id`
    const gateways = await transaction<HerdRecords['gateways']>`
      select id, mac, name, farm_id as "farmId", pen_id as "penId", last_seen_at as "heardAt",
        owner_org_id as "ownerOrgId", is_later_claim as "isLaterClaim"
      from gateways where deleted_at is null and ${isOf('farm_id')} order by id`
    const animals = await transaction<HerdRecords['animals']>`
      select a.id, a.farm_id as "farmId", a.pen_id as "penId", a.visual_tag as "visualTag", p.neckband_id as "neckbandId",
        n.device_id as "deviceId", n.is_later_claim as "isLaterClaim", p.from_at as "pairedAt", not exists (select from pairings w where w.animal_id = a.id) as "neverFitted", case when g.is_counted then g.project_id end as "pledgedTo"
      from animals a
      left join pairings p on p.animal_id = a.id and p.to_at is null
      left join neckbands n on n.id = p.neckband_id
      left join ${openPledge(transaction)}
      where a.in_herd_to is null and ${isOf('a.farm_id')} order by a.farm_id, a.id`
    // Computes the list of worn neckbands once: a lookup per neckband takes seconds while statistics lag behind many new rows.
    const spares = await transaction<HerdRecords['spares']>`
      select n.id, n.device_id as "deviceId", n.owner_org_id as "ownerOrgId", n.is_later_claim as "isLaterClaim" from neckbands n
      where n.deleted_at is null and n.id not in (
        select p.neckband_id from pairings p join animals a on a.id = p.animal_id where p.to_at is null and a.in_herd_to is null)`
    const sources = await transaction<HerdRecords['sources']>`
      select id, name, secret_hash as "secretHash", adapters, farm_ids as "farmIds", takes_query_token as "takesQueryToken"
      from sources where revoked_at is null`
    return { farms, pens, gateways, animals, spares, sources }
  })
}
