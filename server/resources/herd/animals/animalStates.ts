import type { Animal, AnimalRecord, Confidence } from '#contract/herd/animals.ts'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { statesOf } from '../../../db/neckbands/neckbandStates.ts'
import { headCodes } from '../../../herd/headcount.ts'
import { instantOrNull, numberOrNull } from '../../values.ts'

/** The fields of an animal that the live herd and its alerts know. */
export const liveAnimalFields = ['lastSeenAt', 'battery', 'alertKind', 'alertSeverity', 'confidence'] as const

/** How long a photo proves that an animal is there, ms. */
const photoProvesMs = 7 * 86_400_000

interface Evidence {
  code: number
  /** Whether a believed position is within the window, and whether an alert says that the animal left its place. */
  hasPosition: boolean
  isOutside: boolean
  hasPhoto: boolean
}

/** Returns the strongest evidence that an animal is in its place. */
export function confidenceOf({ code, hasPosition, isOutside, hasPhoto }: Evidence): Confidence {
  if (code === headCodes.heard && !isOutside) return hasPosition ? 'POSITION' : 'RADIO'
  if (hasPhoto) return 'PERSON'
  return code === headCodes.unverified ? 'INFERRED' : 'NONE'
}

/** Adds last reading, battery, gravest open alert and confidence to animals. */
export async function readAnimalStates<R extends AnimalRecord>(context: Context, rows: readonly R[]) {
  const { sql, clock, herd } = context
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const neckbandIds = rows.flatMap(({ neckbandId }) => neckbandId ?? [])
  const [live, windows, alerts, photos] = await Promise.all([
    herd.neckbands(neckbandIds),
    windowsOf(sql, [...new Set(rows.map(({ farmId }) => farmId))]),
    alertsOf(sql, ids),
    sql<{ id: number }[]>`
      select distinct animal_id as id from animal_photos where animal_id = any(${ids}::bigint[]) and taken_at > ${now - photoProvesMs}`,
  ])
  const [stored, codes] = await Promise.all([
    statesOf(
      sql,
      neckbandIds.filter((id) => !live.has(id)),
    ),
    codesOf(context, rows, windows),
  ])
  const photographed = new Set(photos.map(({ id }) => id))
  return rows.map((row) => {
    const state = row.neckbandId === null ? undefined : (live.get(row.neckbandId) ?? stored.get(row.neckbandId))
    const alert = alerts.get(row.id)
    const isInHerd = row.status === 'IN_HERD' || row.status === 'MISSING'
    const fixedAt = numberOrNull(state?.fixedAt)
    return {
      ...row,
      lastSeenAt: instantOrNull(state?.heardAt),
      battery: numberOrNull(state?.battery),
      alertKind: alert?.kind ?? null,
      alertSeverity: alert?.severity ?? null,
      confidence: isInHerd
        ? confidenceOf({
            code: codes.get(row.id) ?? headCodes.unaccounted,
            hasPosition: fixedAt !== null && fixedAt > now - (windows.get(row.farmId) ?? 0) * 60_000,
            isOutside: alert?.isOutside ?? false,
            hasPhoto: photographed.has(row.id),
          })
        : null,
    }
  })
}

async function windowsOf(sql: Queries, farmIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; minutes: number }[]>`
    select id, window_minutes as minutes from farms where id = any(${farmIds}::bigint[])`
  return new Map(rows.map(({ id, minutes }) => [id, minutes]))
}

type AlertOfAnimal = Pick<Animal, 'alertKind' | 'alertSeverity'>
interface FoundAlert {
  kind: NonNullable<AlertOfAnimal['alertKind']>
  severity: NonNullable<AlertOfAnimal['alertSeverity']>
  /** Whether any open alert says that the animal left its pen or farm. */
  isOutside: boolean
}

/** Returns the gravest open alert of each animal, the newest of equals. */
async function alertsOf(sql: Queries, ids: readonly number[]): Promise<Map<number, FoundAlert>> {
  const rows = await sql<(FoundAlert & { animalId: number })[]>`
    select distinct on (animal_id) animal_id as "animalId", kind, severity,
      bool_or(kind in ('LEFT_PEN', 'LEFT_FARM')) over (partition by animal_id) as "isOutside"
    from alerts where animal_id = any(${ids}::bigint[]) and cleared_at is null and closed_at is null
    order by animal_id, array_position(${[...severities]}::text[], severity), raised_at desc`
  return new Map(rows.map(({ animalId, ...alert }) => [animalId, alert]))
}

/** Classifies animals, each in the window of its farm. */
async function codesOf(
  { herd }: Context,
  rows: readonly AnimalRecord[],
  windows: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const byWindow = Map.groupBy(rows, ({ farmId }) => windows.get(farmId) ?? 0)
  const classified = await Promise.all(
    [...byWindow].map(async ([windowMinutes, some]) => {
      const animalIds = some.map(({ id }) => id).toSorted((a, b) => a - b)
      const farmIds = [...new Set(some.map(({ farmId }) => farmId))]
      const { codes } = await herd.heads({ farmIds, animalIds }, windowMinutes)
      return animalIds.map((id, place): [number, number] => [id, codes[place] ?? headCodes.unaccounted])
    }),
  )
  return new Map(classified.flat())
}
