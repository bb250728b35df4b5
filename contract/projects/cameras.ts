import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput, recordList } from '../calls/records.ts'
import type { Role } from '../people/roles.ts'
import { polygonSchema } from '../values/geo.ts'

/** LIVE: its picture moves. NO_SIGNAL: it did earlier. NEVER_SEEN: it never did since its addresses were last changed. */
export const cameraStates = ['LIVE', 'NO_SIGNAL', 'NEVER_SEEN'] as const
export type CameraState = (typeof cameraStates)[number]
const stateSchema = z.enum(cameraStates)

/** How the stream is delivered: HTTP Live Streaming segments, or WebRTC negotiated by WHEP. */
export const streamKinds = ['HLS', 'WHEP'] as const

/** Why the last check found no signal. */
export const cameraFaults = [
  'ADDRESS_REFUSED',
  'NO_ANSWER',
  'BAD_STATUS',
  'NOT_A_STREAM',
  'NOT_A_PICTURE',
  'TOO_LARGE',
  'STANDS_STILL',
  'ENDED',
] as const
export type CameraFault = (typeof cameraFaults)[number]

/** Roles that watch cameras: those that see projects. Each sees only the cameras of its own farms. */
export const cameraViewers = [
  'ADMIN_PLATFORM',
  'ADMIN_SUPERVISOR',
  'ADMIN_BORROWER',
  'ADMIN_BANK',
  'SUPERVISOR_PM',
  'BANK_USER',
] as const satisfies readonly Role[]
const access = ['ADMIN_PLATFORM'] as const satisfies readonly Role[]

/** Path of a sealed link to this server: a playlist, a segment or a picture (GET), or a WHEP session (POST an offer, DELETE the session). */
export const cameraMediaPath = '/collateral/common/camera/media'
/** Maximum size of a WebRTC offer or answer, bytes; real ones are far smaller. */
export const maxOfferBytes = 65_536

const name = z.string().trim().min(1).max(100)
const longitude = z.number().min(-180).max(180)
const latitude = z.number().min(-90).max(90)

export const cameraSchema = z.object({
  ...recordFields,
  name: z.string(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  streamKind: z.enum(streamKinds).nullable(),
  streamAddress: z.string().nullable(),
  snapshotAddress: z.string().nullable(),
  state: stateSchema,
  stateSince: instantSchema.nullable(),
  fault: z.enum(cameraFaults).nullable(),
})
export type Camera = z.infer<typeof cameraSchema>

/** Whether the text is an HTTP address without user name and password. Credentials in it could be exposed to viewers. */
function isCameraAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
const addressSchema = z.string().trim().min(1).max(2000).refine(isCameraAddress, 'camera_address')

export const cameraInputSchema = z
  .object({
    ...recordInput,
    name,
    farmId: idSchema,
    farmSlotId: idSchema.nullable().optional(),
    longitude: longitude.nullable().optional(),
    latitude: latitude.nullable().optional(),
    streamKind: z.enum(streamKinds).nullable().optional(),
    streamAddress: addressSchema.nullable().optional(),
    snapshotAddress: addressSchema.nullable().optional(),
  })
  .superRefine((camera, context) => {
    const miss = (field: keyof typeof camera) =>
      context.addIssue({ code: 'custom', path: [field], message: 'required' })
    if (camera.streamKind == null && camera.snapshotAddress == null) miss('snapshotAddress')
    if (camera.streamKind != null && camera.streamAddress == null) miss('streamAddress')
    if (camera.streamAddress != null && camera.streamKind == null) miss('streamKind')
    if (camera.longitude != null && camera.latitude == null) miss('latitude')
    if (camera.latitude != null && camera.longitude == null) miss('longitude')
  })

/** A camera as its viewers see it: place and state, without its addresses. */
export const shownCameraSchema = z.object({
  id: idSchema,
  name: z.string(),
  farmId: idSchema,
  farmName: z.string(),
  farmSlotId: idSchema.nullable(),
  penName: z.string().nullable(),
  hasStream: z.boolean(),
  hasSnapshot: z.boolean(),
  state: stateSchema,
  stateSince: instantSchema.nullable(),
  /** Distance from the requested position or the centre of the requested pen; null without either, or when the camera's position is unknown. */
  metres: z.number().nullable(),
})
export type ShownCamera = z.infer<typeof shownCameraSchema>

/** Where to watch a camera: an address of this server that works only for the session that requested it. */
export const cameraViewSchema = z.object({
  cameraId: idSchema,
  kind: z.enum([...streamKinds, 'SNAPSHOT']),
  address: z.string(),
  state: stateSchema,
  stateSince: instantSchema.nullable(),
})
export type CameraView = z.infer<typeof cameraViewSchema>
const viewNameSchema = z.enum(['stream', 'snapshot'])

const pathId = z.coerce.number().pipe(idSchema)

export const cameraEndpoints = ofNoun('cameras', {
  ...recordEndpoints({
    path: '/collateral/web/camera',
    access,
    item: cameraSchema,
    input: cameraInputSchema,
    sort: ['id', 'name'],
    filters: {
      name: z.string().max(100).optional(),
      farmId: idSchema.optional(),
      farmSlotId: idSchema.optional(),
      state: codeFilter(stateSchema),
    },
    about: 'Cameras with their addresses and how each of them is',
  }),
  shown: endpoint({
    method: 'GET',
    path: '/collateral/web/camera/shown',
    access: cameraViewers,
    input: z.object({
      projectId: pathId.optional(),
      farmId: pathId.optional(),
      farmSlotId: pathId.optional(),
      longitude: z.coerce.number().pipe(longitude).optional(),
      latitude: z.coerce.number().pipe(latitude).optional(),
    }),
    reply: z.object({ list: z.array(shownCameraSchema) }),
    summary:
      'The cameras that the caller may watch: of a project, of a farm, or of a pen’s farm. With a pen, or with a position, the nearest to it come first. 500 at the most.',
  }),
  view: endpoint({
    method: 'GET',
    path: '/collateral/common/camera/{id}/{view}',
    access: cameraViewers,
    input: idInput.extend({ view: viewNameSchema }),
    reply: cameraViewSchema,
    summary: 'Where a camera is watched: `stream` for its moving picture, `snapshot` for a picture of now.',
  }),
})

export const projectCameraEndpoints = ofNoun('projectCameras', {
  /** The last two parameters are the camera's id and the view: `stream` or `snapshot`. */
  view: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/collateral/{collateralId}/camera/{a}/{b}',
    access: cameraViewers,
    input: idInput.extend({
      collateralId: pathId,
      a: pathId.describe('The id of the camera.'),
      b: viewNameSchema.describe('Which of its pictures.'),
    }),
    reply: cameraViewSchema,
    summary:
      'Where a camera on the farms of a project is watched. `a`: the id of the camera; `b`: `stream` for its moving picture, `snapshot` for a picture of now.',
  }),
})

const place = z.object({ id: idSchema, name: z.string() })

/** The farms on which a camera can be installed. */
export const cameraFarmEndpoints = ofNoun('cameraFarms', {
  list: recordList({
    path: '/collateral/web/camera/farm',
    access,
    item: place,
    sort: ['id', 'name'],
    filters: { name: z.string().max(100).optional() },
    about: 'Farms, for those who put up cameras',
  }),
  outline: endpoint({
    method: 'GET',
    path: '/collateral/web/camera/farm/{id}/outline',
    access,
    input: idInput,
    reply: z.object({
      name: z.string(),
      boundary: polygonSchema,
      pens: z.array(place.extend({ polygon: polygonSchema })),
      /** Cameras with a position of their own. */
      cameras: z.array(place.extend({ longitude, latitude })),
    }),
    summary: 'Boundary, pens and placed cameras of a farm, on which the map of the form places a camera.',
  }),
})

/** The pens in which a camera can be installed. */
export const cameraPenEndpoints = ofNoun('cameraPens', {
  list: recordList({
    path: '/collateral/web/camera/pen',
    access,
    item: place.extend({ farmId: idSchema }),
    sort: ['id', 'name'],
    filters: { name: z.string().max(100).optional(), farmId: idSchema.optional() },
    about: 'Pens, for those who put up cameras',
  }),
})
