import { addProtocol, type RasterSourceSpecification, type VectorSourceSpecification } from 'maplibre-gl'
import { z } from 'zod'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { authHeaders } from '../../api/request.ts'

export interface Archive {
  source: RasterSourceSpecification | VectorSourceSpecification
  /** Names of its vector layers. */
  vectorLayers: readonly string[]
}

const metadataSchema = z.object({ vector_layers: z.array(z.object({ id: z.string() })).optional() })

/** Returns the server's map archive as a source. Its directories are read once per page, its tiles as they come into view. */
export async function archiveSource(): Promise<Archive> {
  const { FetchSource, PMTiles, Protocol, TileType } = await import('pmtiles')
  const address = new URL(baseMapPath, location.href).href
  const file = new FetchSource(address)
  const archive = new PMTiles({
    getKey: () => address,
    // Set for each request, as the session may have changed since.
    getBytes(offset, length, signal, etag) {
      file.setHeaders(new Headers(authHeaders()))
      return file.getBytes(offset, length, signal, etag)
    },
  })
  const protocol = new Protocol()
  protocol.add(archive)
  addProtocol('pmtiles', protocol.tile)
  const [{ tileType, minZoom, maxZoom }, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()])
  const common = { tiles: [`pmtiles://${address}/{z}/{x}/{y}`], minzoom: minZoom, maxzoom: maxZoom }
  const named = metadataSchema.safeParse(metadata)
  return tileType === TileType.Mvt
    ? { source: { type: 'vector', ...common }, vectorLayers: named.data?.vector_layers?.map(({ id }) => id) ?? [] }
    : { source: { type: 'raster', tileSize: 256, ...common }, vectorLayers: [] }
}
