import { z } from 'zod'

/** Where the range of a base map's own file is read, as `application/octet-stream`, by those who are signed in and by walls. */
export const baseMapPath = '/collateral/common/basemap'

/** What longitude and latitude of a base map mean. China's publishers shift theirs by up to 700 m: GCJ-02. */
export const datums = ['WGS-84', 'GCJ-02'] as const
export const datumSchema = z.enum(datums)
export type Datum = z.infer<typeof datumSchema>

const common = {
  datum: datumSchema,
  /** Whose map it is, as its terms ask for. */
  attribution: z.string().nullable(),
}

/** What lies below farms and herds, beside the outlines that need no network. */
export const baseMapSchema = z.discriminatedUnion('kind', [
  /** A PMTiles file of this server, at `baseMapPath`. */
  z.object({ kind: z.literal('FILE'), ...common }),
  /** A MapLibre style. */
  z.object({ kind: z.literal('STYLE'), url: z.string(), ...common }),
  /** Pictures, one layer over the other; the addresses of a layer are the same tiles. */
  z.object({ kind: z.literal('TILES'), layers: z.array(z.object({ tiles: z.array(z.string()), maxZoom: z.number().int() })), ...common }),
])
export type BaseMap = z.infer<typeof baseMapSchema>
