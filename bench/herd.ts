import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../server/db/connect.ts'
import { insertSession } from '../server/db/auth/sessions.ts'
import { insertSource } from '../server/resources/sources.ts'

/**
 * The herd of the pipe benchmark: 12 farms with 4 pens, 10 gateways and 1,000 animals each. Every farm also has five probes: animals that report so
 * rarely that each of their readings appears in a frame.
 */
export const farms = 12
export const gatewaysPerFarm = 10
export const animalsPerGateway = 100
export const animalsPerFarm = gatewaysPerFarm * animalsPerGateway
export const probesPerFarm = 5
export const slotsPerFarm = animalsPerFarm + probesPerFarm

export const source = { name: 'bench', secret: 'Bench2026Bench2026' }

/**
 * A position encodes its sending time: the longitude is the animal's own plus the sender's clock modulo 10 s, a millionth of a degree (8 cm) per
 * millisecond. A receiver on the same machine can compute its age to the millisecond.
 */
export const stampMs = 10_000
export const degreesPerMs = 1e-6

/** Stamp of the last position of a run, which marks the picture as complete. */
export const finalStamp = 9_999

const hex = (n: number, digits: number) => n.toString(16).toUpperCase().padStart(digits, '0')

/** Slots count from 0 in each farm; probes come last. */
export const neckbandOf = (farm: number, slot: number) => `BE${hex(farm, 2)}${hex(slot, 8)}`
export const gatewayOf = (farm: number, gateway: number) => `BA${hex(farm, 2)}${hex(gateway, 8)}`
export const tagOf = (farm: number, slot: number) => `${farm}-${slot}`

const farmWest = (farm: number) => 112 + farm * 0.5
const south = 43

/** Returns an animal's home in millionths of a degree. A pen is 0.04° wide; an animal stays in its first half, its stamp takes 0.01° more. */
export function homeOf(farm: number, slot: number): { east: number; north: number } {
  const pen = slot % 4
  const column = Math.floor(slot / 4) % 16
  const row = Math.floor(slot / 64)
  return {
    east: Math.round(farmWest(farm) * 1e6) + (pen % 2) * 50_000 + 6_000 + column * 1_000,
    north: south * 1_000_000 + Math.floor(pen / 2) * 50_000 + 6_000 + row * 1_000,
  }
}

function square(west: number, southern: number, degrees: number) {
  const [east, north] = [west + degrees, southern + degrees]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, southern],
        [east, southern],
        [east, north],
        [west, north],
        [west, southern],
      ],
    ],
  }
}

export interface BenchHerd {
  farmIds: number[]
}

/** Inserts the herd directly into a new database, before the server starts. */
export async function seedHerd(sql: Sql): Promise<BenchHerd> {
  const now = Date.now()
  const from = now - 86_400_000
  const range = (length: number) => Array.from({ length }, (_, i) => i)
  return sql.begin(async (transaction) => {
    const [organisation] = await transaction<{ id: number }[]>`
      insert into organisations (kind, name, registered_at, updated_at) values ('SUPERVISOR', 'Bench', ${from}, ${from}) returning id`
    const org = organisation?.id ?? 0
    await transaction`
      insert into users (user_name, password_hash, role, organisation_id, display_name, created_at, updated_at)
      values ('bench', 'none', 'ADMIN_SUPERVISOR', ${org}, 'Bench', ${from}, ${from})`
    await insertSource(transaction, { ...source, adapters: ['json'], farmIds: null, createdAt: from })
    const farmIds: number[] = []
    for (const farm of range(farms)) {
      const boundary = JSON.stringify(square(farmWest(farm), south, 0.1))
      const [row] = await transaction<{ id: number }[]>`
        insert into farms (name, supervisor_org_id, time_zone, boundary, created_at, updated_at)
        values (${`Bench ${farm + 1}`}, ${org}, 'Asia/Shanghai', ${boundary}::text::jsonb, ${from}, ${from}) returning id`
      const farmId = row?.id ?? 0
      farmIds.push(farmId)
      const penIds: number[] = []
      for (const pen of range(4)) {
        const west = farmWest(farm) + (pen % 2) * 0.05 + 0.005
        const polygon = JSON.stringify(square(west, south + Math.floor(pen / 2) * 0.05 + 0.005, 0.04))
        const [made] = await transaction<{ id: number }[]>`
          insert into pens (farm_id, name, polygon, created_at, updated_at)
          values (${farmId}, ${`Pen ${pen + 1}`}, ${polygon}::text::jsonb, ${from}, ${from}) returning id`
        penIds.push(made?.id ?? 0)
      }
      await transaction`
        insert into gateways (mac, farm_id, longitude, latitude, created_at, updated_at)
        select mac, ${farmId}, ${farmWest(farm) + 0.05}, ${south + 0.05}, ${from}, ${from}
        from unnest(${range(gatewaysPerFarm).map((gateway) => gatewayOf(farm, gateway))}::text[]) as mac`
      const slots = range(slotsPerFarm)
      await transaction`
        with wanted as (
          select * from unnest(
            ${slots.map((slot) => tagOf(farm, slot))}::text[], ${slots.map((slot) => neckbandOf(farm, slot))}::text[],
            ${slots.map((slot) => penIds[slot % 4] ?? 0)}::bigint[]) with ordinality as w (tag, device, pen, n)
        ), herd as (
          insert into animals (visual_tag, farm_id, pen_id, category_id, in_herd_from, created_at, updated_at)
          select tag, ${farmId}, pen, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), ${from}, ${from}, ${from} from wanted order by n returning id, visual_tag
        ), bands as (
          insert into neckbands (device_id, owner_org_id, created_at, updated_at)
          select device, ${org}, ${from}, ${from} from wanted order by n returning id, device_id
        )
        insert into pairings (neckband_id, animal_id, from_at)
        select bands.id, herd.id, ${from} from wanted join herd on visual_tag = tag join bands on device_id = device`
    }
    return { farmIds }
  })
}

/** Signs viewers in without the cost of passwords, each with an account and a session of its own. */
export async function signViewersIn(sql: Sql, count: number): Promise<string[]> {
  const now = Date.now()
  const users = await sql<{ id: number }[]>`
    insert into users (user_name, password_hash, role, organisation_id, display_name, created_at, updated_at)
    select 'viewer ' || gen_random_uuid(), 'none', u.role, u.organisation_id, 'Bench', ${now}, ${now}
    from users u, generate_series(1, ${count}) where u.user_name = 'bench' returning id`
  if (users.length < count) throw new Error('there is no user bench')
  return Promise.all(users.map(({ id }) => signUserIn(sql, id, now)))
}

/** @returns a token of a user whose password hash is `none` */
export async function signUserIn(sql: Sql, userId: number, now = Date.now()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest('hex')
  await insertSession(sql, {
    tokenHash,
    userId,
    passwordHash: 'none',
    now,
    idleMs: 86_400_000,
    expiresAt: now + 86_400_000,
    address: null,
    agent: null,
  })
  return token
}
