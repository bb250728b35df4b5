import { cameraMediaPath, type CameraView } from '#contract/projects/cameras.ts'
import { z } from 'zod'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { instantOrNull } from '../../values.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

type View = 'stream' | 'snapshot'
/** Kinds of links to a camera. SESSION is a WHEP session that has been started. */
const linkKinds = ['HLS', 'WHEP', 'SESSION', 'SNAPSHOT'] as const

const linkSchema = z.object({
  cameraId: z.number(),
  kind: z.enum(linkKinds),
  /** The camera's own address; viewers never see it. */
  address: z.string(),
  /** Hash of the session token that requested the link. The link works for this session only and ends with it. */
  tokenHash: z.string(),
})
/** The decrypted content of a camera link. */
export type CameraLink = z.infer<typeof linkSchema>

const use = 'camera link'

/** Returns an address on this server that stands for a camera's own one. Its content is encrypted, so clients can neither read nor forge it. */
export function addressOfLink({ secrets }: Pick<Context, 'secrets'>, link: CameraLink): string {
  return `${cameraMediaPath}?of=${secrets.seal(Buffer.from(JSON.stringify(link)), use).toString('base64url')}`
}

/** @returns null when this server did not issue the link */
export function readLink({ secrets }: Pick<Context, 'secrets'>, sealed: string): CameraLink | null {
  const opened = secrets.open(Buffer.from(sealed, 'base64url'), use)
  return opened === null ? null : linkSchema.parse(JSON.parse(opened.toString('utf8')))
}

interface CameraRow {
  id: number
  streamKind: 'HLS' | 'WHEP' | null
  streamAddress: string | null
  snapshotAddress: string | null
  state: CameraView['state']
  since: number | null
}

/** Returns a camera on a farm that the caller may see. @throws CallError NOT_FOUND */
export async function findCamera(sql: Queries, caller: Caller, id: number): Promise<CameraRow> {
  const [camera] = await sql<CameraRow[]>`
    select id, stream_kind as "streamKind", stream_address as "streamAddress", snapshot_address as "snapshotAddress", state, state_since as since
    from cameras where id = ${id} and deleted_at is null and farm_id in (${visibleFarms(sql, caller)})`
  if (!camera) throw new CallError('NOT_FOUND')
  return camera
}

/** Returns the address and state of a camera's view. @throws CallError NOT_FOUND, also when the camera has no such view */
export async function viewCamera(context: Context, caller: Caller, cameraId: number, view: View): Promise<CameraView> {
  const { streamKind, streamAddress, snapshotAddress, state, since } = await findCamera(context.sql, caller, cameraId)
  const kind = view === 'snapshot' ? 'SNAPSHOT' : streamKind
  const address = view === 'snapshot' ? snapshotAddress : streamAddress
  if (kind === null || address === null) throw new CallError('NOT_FOUND')
  return {
    cameraId,
    kind,
    address: addressOfLink(context, { cameraId, kind, address, tokenHash: caller.tokenHash }),
    state,
    stateSince: instantOrNull(since),
  }
}

/** Returns the view of a camera on a farm of a project, reached through one of its collateral lines. @throws CallError NOT_FOUND */
export async function viewProjectCamera(
  context: Context,
  caller: Caller,
  { projectId, lineId, cameraId, view }: { projectId: number; lineId: number; cameraId: number; view: View },
): Promise<CameraView> {
  const { sql } = context
  const [found] = await sql`
    select from collateral_lines l join project_farms pf on pf.project_id = l.project_id join cameras c on c.farm_id = pf.farm_id
    where l.id = ${lineId} and l.deleted_at is null and l.project_id = ${projectId} and c.id = ${cameraId}
      and l.project_id in (${visibleProjects(sql, caller)})`
  if (!found) throw new CallError('NOT_FOUND')
  return viewCamera(context, caller, cameraId, view)
}
