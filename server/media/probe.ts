import type { CameraFault } from '#contract/projects/cameras.ts'
import { CameraError, type CameraFetch } from './cameraFetch.ts'
import { isEnded, isPlaylist, newestSegmentMark, maxPlaylistBytes, segmentMsOf, variantOf } from './playlists.ts'

/** A camera, with the last mark of its playlist and the time of that mark. */
export interface ProbedCamera {
  streamKind: 'HLS' | 'WHEP' | null
  streamAddress: string | null
  snapshotAddress: string | null
  mark: string | null
  /** Epoch ms. */
  markedAt: number | null
}
interface ProbeResult {
  /** Null while it sends. */
  fault: CameraFault | null
  mark: string | null
  markedAt: number | null
}

const timeoutMs = 5_000
/** Maximum size of a camera's picture, bytes. */
export const maxSnapshotBytes = 8 * 1024 * 1024
/** Time without a new segment after which a playlist has stalled, ms; at least three of its segments. */
const stallMs = 20_000

/** Checks whether a camera sends: its stream, or its pictures when it has no stream. */
export async function probeCamera(fetch: CameraFetch, camera: ProbedCamera, now: number): Promise<ProbeResult> {
  const { streamKind, streamAddress, snapshotAddress, mark, markedAt } = camera
  try {
    if (streamKind === 'HLS' && streamAddress !== null) return await probePlaylist(fetch, camera, streamAddress, now)
    if (streamKind === 'WHEP' && streamAddress !== null) await probeWhep(fetch, streamAddress)
    if (snapshotAddress !== null) await probeSnapshot(fetch, snapshotAddress)
    return { fault: null, mark, markedAt }
  } catch (error) {
    if (error instanceof CameraError) return { fault: error.fault, mark, markedAt }
    throw error
  }
}

async function probePlaylist(
  fetch: CameraFetch,
  { mark, markedAt }: ProbedCamera,
  address: string,
  now: number,
): Promise<ProbeResult> {
  const first = await readPlaylist(fetch, address)
  const variant = variantOf(first, address)
  const text = variant === null ? first : await readPlaylist(fetch, variant)
  const found = newestSegmentMark(text)
  if (found === null) throw new CameraError('NOT_A_STREAM')
  if (isEnded(text)) throw new CameraError('ENDED')
  if (found !== mark || markedAt === null) return { fault: null, mark: found, markedAt: now }
  const isStill = now - markedAt > Math.max(stallMs, 3 * segmentMsOf(text))
  return { fault: isStill ? 'STANDS_STILL' : null, mark, markedAt }
}

async function readPlaylist(fetch: CameraFetch, address: string): Promise<string> {
  const { content } = await fetch.read(address, { maxBytes: maxPlaylistBytes, timeoutMs })
  const text = content.toString('utf8')
  if (!isPlaylist(text)) throw new CameraError('NOT_A_STREAM')
  return text
}

/** A WHEP server answers with its methods; status 405 at least shows that the server is available. */
async function probeWhep(fetch: CameraFetch, address: string): Promise<void> {
  const { status, body } = await fetch.ask(address, { method: 'OPTIONS', maxBytes: maxPlaylistBytes, timeoutMs })
  body.destroy()
  if ((status < 200 || status > 299) && status !== 405) throw new CameraError('BAD_STATUS')
}

async function probeSnapshot(fetch: CameraFetch, address: string): Promise<void> {
  const { contentType } = await fetch.read(address, { maxBytes: maxSnapshotBytes, timeoutMs })
  if (!contentType.startsWith('image/')) throw new CameraError('NOT_A_PICTURE')
}
