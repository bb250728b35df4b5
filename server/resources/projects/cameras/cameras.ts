import type { Camera } from '#contract/projects/cameras.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { createNetworkGuard, hostOf } from '../../../media/networks.ts'
import { describeRecords, reference, writtenByHook } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { textIn, contains, idIn, listOf, page } from '../../../records/page.ts'
import { isIP } from 'node:net'
import type { Settings } from '../../../settings.ts'
import { instantOrNull } from '../../values.ts'
import { visibleFarms } from '../../visibility.ts'
import { resolvePenOnFarm, penIfPresent } from '../../herd/penOfFarm.ts'
import { shownCameras } from './shownCameras.ts'
import { viewCamera, viewProjectCamera } from './cameraViews.ts'

export const cameras = describeRecords('cameras', {
  noun: 'camera',
  table: 'cameras',
  fields: {
    farmId: reference('farm_id', visibleFarms),
    farmSlotId: writtenByHook((sql) => sql`(select p.id from pens p where p.id = r.pen_id and p.deleted_at is null)`),
  },
  live: { fields: ['state', 'stateSince', 'fault'], read: ({ sql }, rows) => readStates(sql, rows) },
  filters: { state: (sql, states) => textIn(sql, sql`r.state`, states) },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { cameras_name: 'name' },
  farm: 'farmId',
  hooks: {
    async beforeSave(change) {
      const { before, input, context } = change
      requireAllowed(context.settings, input)
      // New addresses reset the state: pictures from the previous address say nothing about the camera now.
      const isMoved =
        before !== null &&
        (['streamKind', 'streamAddress', 'snapshotAddress'] as const).some(
          (field) => input[field] !== undefined && input[field] !== before[field],
        )
      return {
        ...(await resolvePenOnFarm(change)),
        ...(isMoved && { state: 'NEVER_SEEN', state_since: null, fault: null, mark: null, marked_at: null }),
      }
    },
    beforeRestore: penIfPresent,
  },
})

/** Rejects literal IP addresses outside the allowed networks. Host names are checked on every fetch, because DNS answers change. */
function requireAllowed(
  { CAMERA_NETWORKS }: Pick<Settings, 'CAMERA_NETWORKS'>,
  input: { [Field in 'streamAddress' | 'snapshotAddress']?: Camera[Field] | undefined },
): void {
  const isAllowed = createNetworkGuard(CAMERA_NETWORKS)
  for (const field of ['streamAddress', 'snapshotAddress'] as const) {
    const address = input[field]
    const host = address == null ? '' : hostOf(address)
    if (isIP(host) !== 0 && !isAllowed(host))
      throw new CallError('BAD_SHAPE', { fields: { [field]: 'private_address' } })
  }
}

async function readStates<R extends { id: number }>(sql: Queries, rows: readonly R[]) {
  type State = Pick<Camera, 'id' | 'state' | 'fault'> & { since: number | null }
  const found = await sql<
    State[]
  >`select id, state, state_since as since, fault from cameras where id = any(${rows.map(({ id }) => id)}::bigint[])`
  const states = new Map(found.map((state) => [state.id, state]))
  return rows.map((row) => {
    const { state = 'NEVER_SEEN', since = null, fault = null } = states.get(row.id) ?? {}
    return { ...row, state, stateSince: instantOrNull(since), fault } as const
  })
}

export const cameraHandlers: HandlersOf<'cameras'> = {
  ...recordHandlers(cameras),

  shown: async (input, caller, { sql }) => ({ list: await shownCameras(sql, caller, input) }),
  view: ({ id, view }, caller, context) => viewCamera(context, caller, id, view),
}

export const projectCameraHandlers: HandlersOf<'projectCameras'> = {
  view: ({ id, collateralId, a, b }, caller, context) =>
    viewProjectCamera(context, caller, { projectId: id, lineId: collateralId, cameraId: a, view: b }),
}

export const cameraFarmHandlers: HandlersOf<'cameraFarms'> = {
  async list(input, caller, { sql }) {
    const condition = sql`f.id in (${visibleFarms(sql, caller)}) and ${contains(sql, 'f.name', input.name)} and ${idIn(sql, 'f.id', input.ids)}`
    const [list, [count]] = await Promise.all([
      sql<
        { id: number; name: string }[]
      >`select f.id, f.name from farms f where ${condition} ${page(sql, input, { id: 'f.id', name: 'f.name' }, { field: 'name', order: 'asc' })}`,
      sql<{ total: number }[]>`select count(*) as total from farms f where ${condition}`,
    ])
    return listOf([...list], count?.total ?? 0, input)
  },

  async outline({ id }, caller, { sql }) {
    const [farm] = await sql<{ name: string; boundary: Polygon }[]>`
      select f.name, f.boundary from farms f where f.id = ${id} and f.id in (${visibleFarms(sql, caller)})`
    if (farm === undefined) throw new CallError('NOT_FOUND')
    const [pens, placed] = await Promise.all([
      sql<{ id: number; name: string; polygon: Polygon }[]>`
        select id, name, polygon from pens where farm_id = ${id} and deleted_at is null order by name, id`,
      sql<{ id: number; name: string; longitude: number; latitude: number }[]>`
        select id, name, longitude, latitude from cameras
        where farm_id = ${id} and deleted_at is null and longitude is not null and latitude is not null order by name, id`,
    ])
    return { ...farm, pens: [...pens], cameras: [...placed] }
  },
}

export const cameraPenHandlers: HandlersOf<'cameraPens'> = {
  async list(input, caller, { sql }) {
    const condition = sql`p.deleted_at is null and p.farm_id in (${visibleFarms(sql, caller)}) and ${contains(sql, 'p.name', input.name)}
      and ${idIn(sql, 'p.id', input.ids)} and ${input.farmId === undefined ? sql`true` : sql`p.farm_id = ${input.farmId}`}`
    const [list, [count]] = await Promise.all([
      sql<{ id: number; name: string; farmId: number }[]>`
        select p.id, p.name, p.farm_id as "farmId" from pens p where ${condition} ${page(sql, input, { id: 'p.id', name: 'p.name' }, { field: 'name', order: 'asc' })}`,
      sql<{ total: number }[]>`select count(*) as total from pens p where ${condition}`,
    ])
    return listOf([...list], count?.total ?? 0, input)
  },
}
