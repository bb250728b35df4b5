import type { ShownCamera } from '#contract/projects/cameras.ts'
import { type LongitudeLatitude, metresPerDegree, type Polygon } from '#contract/values/geo.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { instantOrNull } from '../../values.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

/** Maximum cameras returned; farms and projects have fewer. */
const maxCameras = 500

interface CameraScope {
  projectId?: number | undefined
  farmId?: number | undefined
  farmSlotId?: number | undefined
  /** Position from which distances count. */
  longitude?: number | undefined
  latitude?: number | undefined
}

type CameraRow = Omit<ShownCamera, 'stateSince' | 'metres'> & {
  since: number | null
  longitude: number | null
  latitude: number | null
  pen: Polygon | null
}

/** Builds the condition on `c` for the requested cameras. A project that the caller may not see matches none. */
function scopeCondition(sql: Queries, caller: Caller, { projectId, farmId, farmSlotId }: CameraScope): Fragment {
  const ofProject =
    projectId === undefined
      ? sql`true`
      : sql`c.farm_id in (
    select pf.farm_id from project_farms pf where pf.project_id = ${projectId} and pf.project_id in (${visibleProjects(sql, caller)}))`
  const ofFarm = farmId === undefined ? sql`true` : sql`c.farm_id = ${farmId}`
  const ofPen =
    farmSlotId === undefined
      ? sql`true`
      : sql`c.farm_id in (select p.farm_id from pens p where p.id = ${farmSlotId} and p.deleted_at is null)`
  return sql`${ofProject} and ${ofFarm} and ${ofPen}`
}

/** Returns the cameras that the caller may see, by farm and name; for a position or a pen, the nearest first. */
export async function shownCameras(sql: Queries, caller: Caller, scope: CameraScope): Promise<ShownCamera[]> {
  const rows = await sql<CameraRow[]>`
    select c.id, c.name, c.farm_id as "farmId", f.name as "farmName", p.id as "farmSlotId", p.name as "penName", c.stream_address is not null as "hasStream",
      c.snapshot_address is not null as "hasSnapshot", c.state, c.state_since as since, c.longitude, c.latitude, p.polygon as pen
    from cameras c join farms f on f.id = c.farm_id left join pens p on p.id = c.pen_id and p.deleted_at is null
    where c.deleted_at is null and c.farm_id in (${visibleFarms(sql, caller)}) and ${scopeCondition(sql, caller, scope)}
    order by f.name, c.name, c.id limit ${maxCameras}`
  const { longitude: fromLongitude, latitude: fromLatitude, farmSlotId } = scope
  const given: LongitudeLatitude | null =
    fromLongitude === undefined || fromLatitude === undefined ? null : [fromLongitude, fromLatitude]
  const [pen] =
    given !== null || farmSlotId === undefined || rows.length === 0
      ? []
      : await sql<{ polygon: Polygon }[]>`select polygon from pens where id = ${farmSlotId}`
  const from = given ?? (pen ? middleOf(pen.polygon) : null)
  const shown = rows.map(({ since, longitude, latitude, pen: ownPen, ...camera }) => {
    const place = placeOf(longitude, latitude, ownPen)
    // A camera assigned to the pen counts as nearest to the pen, wherever it is mounted.
    const isOfPen = given === null && camera.farmSlotId !== null && camera.farmSlotId === farmSlotId
    const metres = isOfPen ? 0 : from && place ? metresBetween(from, place) : null
    return { ...camera, stateSince: instantOrNull(since), metres }
  })
  return farmSlotId === undefined && given === null
    ? shown
    : shown.toSorted((one, other) => (one.metres ?? Infinity) - (other.metres ?? Infinity))
}

function placeOf(longitude: number | null, latitude: number | null, pen: Polygon | null): LongitudeLatitude | null {
  if (longitude !== null && latitude !== null) return [longitude, latitude]
  return pen && middleOf(pen)
}

/** Returns the middle of the box around a pen. */
function middleOf({ coordinates: [ring = []] }: Polygon): LongitudeLatitude {
  const middle = (axis: 0 | 1) =>
    (Math.min(...ring.map((corner) => corner[axis])) + Math.max(...ring.map((corner) => corner[axis]))) / 2
  return [middle(0), middle(1)]
}

/** Returns the distance between two places of a farm, metres. */
function metresBetween([fromX, fromY]: LongitudeLatitude, [toX, toY]: LongitudeLatitude): number {
  const east = (toX - fromX) * Math.cos((fromY * Math.PI) / 180)
  return Math.round(Math.hypot(east, toY - fromY) * metresPerDegree)
}
