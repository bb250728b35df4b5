import type { ReplayFarm } from '#contract/herd/replay.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { first } from '../../../records/transaction.ts'
import { visibleFarms } from '../../visibility.ts'
import { readHerdDay } from './herdDay.ts'
import { readHerdMoment } from './herdMoment.ts'
import { periodOfDays } from './period.ts'
import { readFixesPage, readTrack, type TrackedAnimal } from './track.ts'

type Zoned = ReplayFarm & { timeZone: string }

/** Reads farms with their pens, by a condition on `f`. */
async function readFarms(sql: Queries, chosen: Fragment): Promise<Zoned[]> {
  return sql<Zoned[]>`
    select f.id, f.name, f.boundary, f.window_minutes as "windowMinutes", f.time_zone as "timeZone", coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'polygon', p.polygon) order by p.name) from pens p where p.farm_id = f.id and p.deleted_at is null
    ), '[]') as pens
    from farms f where ${chosen} order by f.id`
}

/** Returns a farm that the caller may see. @throws CallError NOT_FOUND */
async function findFarm(sql: Queries, caller: Caller, farmId: number): Promise<Zoned> {
  return first(await readFarms(sql, sql`f.id = ${farmId} and f.id in (${visibleFarms(sql, caller)})`))
}

/**
 * Returns an animal with the farms it stood on, latest first. Farms that the caller may not see are left out.
 * @throws CallError NOT_FOUND
 */
async function findAnimal(
  sql: Queries,
  caller: Caller,
  animalId: number,
): Promise<{ animal: TrackedAnimal; farms: Zoned[]; timeZone: string }> {
  const stood = sql<{ farmId: number }[]>`
    select farm_id as "farmId" from stays where animal_id = ${animalId} and farm_id in (${visibleFarms(sql, caller)}) group by farm_id order by max(from_at) desc`
  const animal = sql<TrackedAnimal[]>`select id, visual_tag as "visualTag" from animals where id = ${animalId}`
  const { farmId } = first(await stood)
  const farms = await readFarms(
    sql,
    sql`f.id in (select farm_id from stays where animal_id = ${animalId}) and f.id in (${visibleFarms(sql, caller)})`,
  )
  const last = farms.find(({ id }) => id === farmId)
  return { animal: first(await animal), farms, timeZone: last?.timeZone ?? 'UTC' }
}

const withoutZone = ({ timeZone: _zone, ...farm }: Zoned): ReplayFarm => farm

export const replayHandlers: HandlersOf<'replay'> = {
  async day({ farmId, day }, caller, context) {
    const farm = await findFarm(context.sql, caller, farmId)
    return readHerdDay(context, withoutZone(farm), periodOfDays({ day }, farm.timeZone, context.clock.now()))
  },

  async moment({ farmId, at }, caller, context) {
    const farm = await findFarm(context.sql, caller, farmId)
    if (at > context.clock.now()) throw new CallError('BAD_SHAPE', { fields: { at: 'future' } })
    return readHerdMoment(context, withoutZone(farm), at)
  },

  async track({ animalId, day, days }, caller, context) {
    const { animal, farms, timeZone } = await findAnimal(context.sql, caller, animalId)
    return readTrack(
      context,
      animal,
      farms.map(withoutZone),
      periodOfDays({ day, days }, timeZone, context.clock.now()),
    )
  },

  async fixes({ animalId, day, days, after }, caller, context) {
    const { farms, timeZone } = await findAnimal(context.sql, caller, animalId)
    return readFixesPage(
      context,
      animalId,
      farms.map(withoutZone),
      periodOfDays({ day, days }, timeZone, context.clock.now()),
      after,
    )
  },
}
