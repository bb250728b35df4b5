/** Tile types as numbered in a PMTiles header. */
const kinds = { vector: 1, png: 2 } as const

const headerBytes = 127
const uncompressed = 1

/** Encodes an unsigned number in base 128, least significant digits first. */
function varint(value: number): number[] {
  const bytes = []
  let remaining = value
  for (; remaining >= 0x80; remaining = Math.floor(remaining / 0x80)) bytes.push((remaining % 0x80) | 0x80)
  return [...bytes, remaining]
}

/** Returns the number of tiles from zoom 0 to a zoom. */
const tilesDownTo = (zoom: number) => (4 ** (zoom + 1) - 1) / 3

/**
 * Builds a PMTiles archive of version 3 in which every tile of the world, zoom 0 to `maxZoom`, is the same.
 * @param metadata data for readers of vector tiles: `{ vector_layers: [{ id }] }`
 */
export function pmtilesArchive(kind: keyof typeof kinds, tile: Buffer, maxZoom: number, metadata: object = {}): Buffer {
  const tiles = tilesDownTo(maxZoom)
  // One entry: first tile, run length, length in bytes, and offset plus one.
  const directory = Buffer.from([1, 0, ...varint(tiles), ...varint(tile.length), 1].flat())
  const described = Buffer.from(JSON.stringify(metadata))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const metadataAt = headerBytes + directory.length
  const tilesAt = metadataAt + described.length
  const places = [
    headerBytes,
    directory.length,
    metadataAt,
    described.length,
    tilesAt,
    0,
    tilesAt,
    tile.length,
    tiles,
    1,
    1,
  ]
  for (const [nth, place] of places.entries()) header.writeBigUInt64LE(BigInt(place), 8 + 8 * nth)
  for (const [nth, byte] of [1, uncompressed, uncompressed, kinds[kind], 0, maxZoom].entries())
    header.writeUInt8(byte, 96 + nth)
  for (const [nth, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * nth)
  return Buffer.concat([header, directory, described, tile])
}

/** A vector tile with one layer that has one polygon, which covers the whole tile. */
export function vectorTile(layer: string): Buffer {
  const extent = [0x80, 0x20]
  const across = [0x80, 0x40]
  const back = [0xff, 0x3f]
  // Move to the corner, three lines around, close: numbers are doubled, with the sign in the lowest bit.
  const geometry = [9, 0, 0, 26, ...across, 0, 0, ...across, ...back, 0, 15]
  const feature = [0x18, 3, 0x22, geometry.length, ...geometry]
  const name = [...Buffer.from(layer)]
  const content = [0x78, 2, 0x0a, name.length, ...name, 0x12, feature.length, ...feature, 0x28, ...extent]
  return Buffer.from([0x1a, content.length, ...content])
}
