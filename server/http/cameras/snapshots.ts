import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CallError } from '../../callError.ts'
import { machineSpan } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { withUpload } from '../../files/uploads.ts'
import { CameraError } from '../../media/cameraFetch.ts'
import { maxSnapshotBytes } from '../../media/probe.ts'
import type { CameraLink } from '../../resources/projects/cameras/cameraViews.ts'
import { createImageEncoder } from '../files/imageEncoder.ts'

/** Time in which viewers of a camera share one picture, ms. */
const sharedMs = 2_000
const pictureMs = 6_000
const maxCached = 200

/**
 * Creates the source of current camera pictures. Each is checked and re-encoded in a separate process, like an upload, so only a picture reaches the
 * browser.
 */
export function createSnapshots({ settings, log, cameraFetch }: Pick<Context, 'settings' | 'log' | 'cameraFetch'>) {
  const encoder = createImageEncoder({ log })
  const cache = new Map<string, { at: number; picture: Promise<Buffer> }>()

  const fetchPicture = async (address: string): Promise<Buffer> => {
    const { content } = await cameraFetch.read(address, { maxBytes: maxSnapshotBytes, timeoutMs: pictureMs })
    return withUpload(
      Readable.from([content]),
      { dataDir: settings.DATA_DIR, log, maxBytes: maxSnapshotBytes },
      async (path) => {
        await encoder
          .encode(path, `${path}.webp`, `${path}.small.webp`, AbortSignal.timeout(pictureMs))
          .catch((error: unknown) => {
            throw error instanceof CallError && error.code !== 'BUSY' ? new CameraError('NOT_A_PICTURE', error) : error
          })
        return readFile(`${path}.webp`)
      },
    )
  }

  return {
    /** Returns a WebP. @throws CameraError, CallError BUSY */
    of({ cameraId, address }: Pick<CameraLink, 'cameraId' | 'address'>): Promise<Buffer> {
      const key = `${cameraId} ${address}`
      const now = machineSpan()
      const last = cache.get(key)
      if (last && now - last.at < sharedMs) return last.picture
      const picture = fetchPicture(address)
      cache.delete(key)
      cache.set(key, { at: now, picture })
      picture.catch(() => cache.get(key)?.picture === picture && cache.delete(key))
      const [oldest] = cache.keys()
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
      return picture
    },
    close: () => encoder.close(),
  }
}
