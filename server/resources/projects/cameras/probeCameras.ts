import type { CameraState } from '#contract/projects/cameras.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { probeCamera, type ProbedCamera } from '../../../media/probe.ts'

/** Interval between camera probes, ms of machine time. */
export const probeCamerasMs = 10_000
/** Delay before a live camera that fails is probed again, ms: one lost packet is no outage. */
const retryDelayMs = 1_500
const concurrency = 16

type Parts = Pick<Context, 'sql' | 'clock' | 'events' | 'cameraFetch'>

interface StoredCamera extends ProbedCamera {
  id: number
  farmId: number
  state: CameraState
  fault: string | null
}

/**
 * Probes every camera and emits `recordsChanged` for each one whose state or fault changed.
 * @param now machine time, epoch ms
 */
export async function probeCameras(
  context: Parts,
  now: number,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const waiting = await context.sql<StoredCamera[]>`
    select id, farm_id as "farmId", state, fault, stream_kind as "streamKind", stream_address as "streamAddress", snapshot_address as "snapshotAddress",
      mark, marked_at as "markedAt"
    from cameras where deleted_at is null order by id`
  const work = async () => {
    for (let camera = waiting.pop(); camera !== undefined && !isStopping(); camera = waiting.pop())
      await probeAndStore(context, camera, now)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

async function probeAndStore(
  { sql, clock, events, cameraFetch }: Parts,
  camera: StoredCamera,
  now: number,
): Promise<void> {
  let found = await probeCamera(cameraFetch, camera, now)
  if (found.fault !== null && camera.state === 'LIVE') {
    await pause(retryDelayMs)
    found = await probeCamera(cameraFetch, camera, now + retryDelayMs)
  }
  const { id, farmId, state: before } = camera
  const state = found.fault === null ? 'LIVE' : before === 'NEVER_SEEN' ? before : 'NO_SIGNAL'
  if (state === before && found.fault === camera.fault && found.mark === camera.mark) return
  // Skips a camera whose addresses were edited during the probe.
  const written = await sql`
    update cameras set state = ${state}, state_since = case when state = ${state} then state_since else ${clock.now()} end, fault = ${found.fault},
      mark = ${found.mark}, marked_at = ${found.markedAt}
    where id = ${id} and stream_address is not distinct from ${camera.streamAddress} and snapshot_address is not distinct from ${camera.snapshotAddress}`
  if (written.count > 0 && (state !== before || found.fault !== camera.fault))
    events.emit('recordsChanged', { noun: 'cameras', ids: [id], farmIds: [farmId] })
}
