import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { monitorRoles } from '../people/roles.ts'
import { isSafeAddress, originOf } from '../values/mapAddresses.ts'

/** Path for range reads of the server's own map file, as `application/octet-stream`. Open to signed-in users and walls. */
export const baseMapPath = '/collateral/common/basemap'

/** Datum of a base map's coordinates. Chinese publishers use GCJ-02, which is shifted by up to 700 m. */
export const datums = ['WGS-84', 'GCJ-02'] as const
export const datumSchema = z.enum(datums)
export type Datum = z.infer<typeof datumSchema>

const common = {
  datum: datumSchema,
  /** Attribution required by the map's terms. */
  attribution: z.string().nullable(),
}

/** The map drawn below farms and herds, in addition to the bundled outlines that need no network. */
export const baseMapSchema = z.discriminatedUnion('kind', [
  /** A PMTiles file on this server, at `baseMapPath`. */
  z.object({ kind: z.literal('FILE'), ...common }),
  /** A MapLibre style. */
  z.object({ kind: z.literal('STYLE'), url: z.string(), ...common }),
  /** Raster layers, lowest first. All addresses of one layer serve the same tiles. */
  z.object({
    kind: z.literal('TILES'),
    layers: z.array(z.object({ tiles: z.array(z.string()), maxZoom: z.number().int() })),
    ...common,
  }),
])
export type BaseMap = z.infer<typeof baseMapSchema>

/** The bundled outlines only; a PMTiles file; a style or tiles by address; Tianditu with a key. */
export const baseMapKinds = ['NONE', 'FILE', 'STYLE', 'TILES', 'TIANDITU'] as const
export type BaseMapKind = (typeof baseMapKinds)[number]
/** Choices of the platform: one of the kinds, or the map configured by the server's environment. */
export const baseMapChoices = ['ENVIRONMENT', ...baseMapKinds] as const

/** A file name in the server's maps folder, without a path. */
export const archiveName = /^[\w-][\w.-]*\.pmtiles$/
export const tiandituKey = /^[\da-f]{32}$/i

/** Settings of the base map. Fields of other kinds are stored without effect. */
const chosen = {
  kind: z.enum(baseMapChoices),
  fileName: z.string().trim().max(200).nullable(),
  /** Address of a style, or of tiles with `{z}`, `{x}` and `{y}`. */
  address: z.string().trim().max(2000).nullable(),
  /** Further origins that it loads from, comma-separated: `https://tiles.example.com`. */
  origins: z.string().max(1000).nullable(),
  tiandituKey: z.string().trim().max(100).nullable(),
  /** Datum of the map at `address`. */
  datum: datumSchema,
  attribution: z.string().trim().max(200).nullable(),
}

export const baseMapSettingsSchema = z.object({
  ...recordFields,
  ...chosen,
  /** The kind shown now; the environment's kind when the choice is ENVIRONMENT. */
  inForce: z.enum(baseMapKinds),
})
export type BaseMapSettings = z.infer<typeof baseMapSettingsSchema>

/** Splits a comma-separated list of origins. */
export function originsIn(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
}

const hasPlaces = (address: string) => ['{z}', '{x}', '{y}'].every((place) => address.includes(place))

type Input = { [K in keyof typeof chosen]?: z.infer<(typeof chosen)[K]> | undefined }
/** Returns fault codes by field, for the fields that a kind requires. */
function faults({ kind, fileName, address, origins, tiandituKey: key }: Input): Partial<Record<keyof Input, string>> {
  switch (kind) {
    case 'FILE':
      return fileName ? { ...(!archiveName.test(fileName) && { fileName: 'no_archive' }) } : { fileName: 'required' }
    case 'TIANDITU':
      return key ? { ...(!tiandituKey.test(key) && { tiandituKey: 'tianditu_key' }) } : { tiandituKey: 'required' }
    case 'STYLE':
    case 'TILES':
      if (!address) return { address: 'required' }
      return {
        ...(!isSafeAddress(address)
          ? { address: 'https_only' }
          : hasPlaces(address) !== (kind === 'TILES') && {
              address: kind === 'TILES' ? 'tile_places' : 'no_tile_places',
            }),
        ...(originsIn(origins ?? null).some((origin) => !isSafeAddress(origin) || originOf(origin) !== origin) && {
          origins: 'origins',
        }),
      }
    default:
      return {}
  }
}

/** A save replaces the whole choice: omitted fields become empty. */
export const baseMapInputSchema = z
  .object({ ...recordInput, ...z.object(chosen).partial().shape, kind: chosen.kind })
  .superRefine((input, context) => {
    for (const [field, message] of Object.entries(faults(input)))
      context.addIssue({ code: 'custom', path: [field], message })
  })

const path = '/collateral/web/baseMap'
const access = ['ADMIN_PLATFORM'] as const
const { list, detail, addOrEdit, history } = recordEndpoints({
  path,
  access,
  item: baseMapSettingsSchema,
  input: baseMapInputSchema,
  sort: ['id'],
  filters: {},
  about: 'The platform’s choice of a base map: one record, which is always there',
})

export const baseMapEndpoints = ofNoun('baseMap', {
  list,
  detail,
  addOrEdit,
  history,
  shown: endpoint({
    method: 'GET',
    path: '/collateral/web/monitor/baseMap',
    access: monitorRoles,
    input: z.object({}),
    reply: z.object({ baseMap: baseMapSchema.nullable() }),
    summary: 'What is drawn below farms and herds; null: the bundled outlines alone.',
  }),
})
