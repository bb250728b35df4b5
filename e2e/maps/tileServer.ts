import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { vectorTile } from './pmtilesArchive.ts'

export type Box = readonly [west: number, south: number, east: number, north: number]
export type Rgb = readonly [red: number, green: number, blue: number]

const tileSize = 256
export const inside: Rgb = [230, 0, 200]
export const outside: Rgb = [0, 120, 40]

export const watery: Rgb = [150, 90, 10]

/** A third party's tile server on a port of its own, with styles that use its tiles. */
export interface TileServer {
  origin: string
  tiles: string
  style: string
  /** A vector style whose tiles are all water in this colour. */
  water: string
  /** Requested paths. */
  requestedPaths: string[]
  close(): Promise<void>
}

/** Returns the Web Mercator position of a longitude and a latitude, as shares of the world's width from the north-west. */
function mercator(longitude: number, latitude: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Paints a tile on which a box of longitudes and latitudes has one colour and the rest another. */
function paint([west, south, east, north]: Box, [z, x, y]: readonly [number, number, number]): Promise<Buffer> {
  const pixels = tileSize * 2 ** z
  const [left, top] = mercator(west, north)
  const [right, bottom] = mercator(east, south)
  const data = Buffer.alloc(tileSize * tileSize * 3)
  for (let row = 0; row < tileSize; row++) {
    for (let column = 0; column < tileSize; column++) {
      const [atX, atY] = [(x * tileSize + column + 0.5) / pixels, (y * tileSize + row + 0.5) / pixels]
      const isInside = atX > left && atX < right && atY > top && atY < bottom
      data.set(isInside ? inside : outside, (row * tileSize + column) * 3)
    }
  }
  return sharp(data, { raw: { width: tileSize, height: tileSize, channels: 3 } })
    .png()
    .toBuffer()
}

function styleOf(type: 'fill' | 'raster', source: object): object {
  const layer = type === 'fill' ? { 'source-layer': 'water', paint: { 'fill-color': `rgb(${watery.join()})` } } : {}
  return { version: 8, sources: { ground: source }, layers: [{ id: 'ground', type, source: 'ground', ...layer }] }
}

/** Serves tiles that show a box. */
export async function openTileServer(box: Box): Promise<TileServer> {
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    response.setHeader('access-control-allow-origin', '*')
    const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(path) ?? []
    if (z !== undefined) {
      void paint(box, [Number(z), Number(x), Number(y)]).then((tile) =>
        response.setHeader('content-type', 'image/png').end(tile),
      )
      return
    }
    if (path.endsWith('.pbf')) {
      response.setHeader('content-type', 'application/x-protobuf').end(vectorTile('water'))
      return
    }
    const style =
      path === '/water.json'
        ? styleOf('fill', { type: 'vector', tiles: [`${origin}/{z}/{x}/{y}.pbf`], maxzoom: 14 })
        : styleOf('raster', { type: 'raster', tiles: [`${origin}/{z}/{x}/{y}.png`], tileSize, maxzoom: 18 })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(style))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    tiles: `${origin}/{z}/{x}/{y}.png`,
    style: `${origin}/style.json`,
    water: `${origin}/water.json`,
    requestedPaths,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
