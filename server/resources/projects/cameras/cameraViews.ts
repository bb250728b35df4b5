import { cameraMediaPath, type CameraView } from '#contract/projects/cameras.ts'
import { z } from 'zod'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { instantOrNull } from '../../values.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

type View = 'stream' | 'snapshot'
/** SESSION: a WHEP session that was begun. */
const linkKinds = ['HLS', 'WHEP', 'SESSION', 'SNAPSHOT'] as const

const linkSchema = z.object({
  cameraId: z.number(),
  kind: z.enum(linkKinds),
  /** Of the camera: no viewer reads it. */
  address: z.string(),
  /** The session that asked for it: it opens for no other, and with it it ends. */
  tokenHash: z.string(),
})
/** The content of a link of this server. */
export type CameraLink = z.infer<typeof linkSchema>

const use = 'camera link'

/** An address of this server that stands for one of a camera; it can be neither read nor made elsewhere. */
export function addressOfLink({ secrets }: Pick<Context, 'secrets'>, link: CameraLink): string {
  return `${cameraMediaPath}?of=${secrets.seal(Buffer.from(JSON.stringify(link)), use).toString('base64url')}`
}

/** @returns null for what this server did not make */
export function readLink({ secrets }: Pick<Context, 'secrets'>, sealed: string): CameraLink | null {
  const opened = secrets.open(Buffer.from(sealed, 'base64url'), use)
  return opened === null ? null : linkSchema.parse(JSON.parse(opened.toString('utf8')))
}

interface Found {
  id: number
  streamKind: 'HLS' | 'WHEP' | null
  streamAddress: string | null
  snapshotAddress: string | null
  state: CameraView['state']
  since: number | null
}

/** A camera that somebody may watch. @throws CallError NOT_FOUND */
export async function findCamera(sql: Queries, caller: Caller, id: number): Promise<Found> {
  const [camera] = await sql<Found[]>`
    select id, stream_kind as "streamKind", stream_address as "streamAddress", snapshot_address as "snapshotAddress", state, state_since as since
    from cameras where id = ${id} and deleted_at is null and farm_id in (${visibleFarms(sql, caller)})`
  if (!camera) throw new CallError('NOT_FOUND')
  return camera
}

/** Where a camera is watched. @throws CallError NOT_FOUND, also where it has no such view */
export async function viewCamera(context: Context, caller: Caller, cameraId: number, view: View): Promise<CameraView> {
  const { streamKind, streamAddress, snapshotAddress, state, since } = await findCamera(context.sql, caller, cameraId)
  const kind = view === 'snapshot' ? 'SNAPSHOT' : streamKind
  const address = view === 'snapshot' ? snapshotAddress : streamAddress
  if (kind === null || address === null) throw new CallError('NOT_FOUND')
  return { cameraId, kind, address: addressOfLink(context, { cameraId, kind, address, tokenHash: caller.tokenHash }), state, stateSince: instantOrNull(since) }
}

/** The same of a camera on a farm of a project, asked for by one of its lines of collateral. @throws CallError NOT_FOUND */
export async function viewProjectCamera(context: Context, caller: Caller, { projectId, lineId, cameraId, view }: { projectId: number; lineId: number; cameraId: number; view: View }): Promise<CameraView> {
  const { sql } = context
  const [found] = await sql`
    select from collateral_lines l join project_farms pf on pf.project_id = l.project_id join cameras c on c.farm_id = pf.farm_id
    where l.id = ${lineId} and l.deleted_at is null and l.project_id = ${projectId} and c.id = ${cameraId}
      and l.project_id in (${visibleProjects(sql, caller)})`
  if (!found) throw new CallError('NOT_FOUND')
  return viewCamera(context, caller, cameraId, view)
}
