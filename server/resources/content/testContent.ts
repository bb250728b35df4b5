import { Readable } from 'node:stream'
import { machineNow } from '../../clock.ts'
import { withUpload } from '../../files/uploads.ts'
import type { World } from '../../testing/testWorld.ts'
import { insertFile } from '../files/files.ts'

let made = 0

/** Adds an uploaded picture. @param by user name of the uploader; null for an unauthenticated one @returns its id */
export async function addPicture({ sql, context, idOf }: World, by: string | null): Promise<string> {
  const { settings, log, files } = context
  const uploadedBy = by === null ? null : await idOf(by)
  return withUpload(
    Readable.from([Buffer.from(`picture ${made++}`)]),
    { dataDir: settings.DATA_DIR, log, maxBytes: 1000 },
    (path) =>
      files.store(path, (stored) =>
        insertFile(sql, {
          ...stored,
          contentType: 'image/webp',
          picture: { width: 40, height: 30, thumbnail: null },
          name: null,
          uploadedBy,
          network: '',
          at: machineNow(),
        }),
      ),
  )
}
