import { z } from 'zod'
import { deviceIdSchema } from '../values/deviceIds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listReply, pageSchema } from '../calls/envelope.ts'
import { storedReadingSchema } from './readings.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

/** HEARD: within its farm's window; SILENT: not for longer than that. */
export const neckbandStates = ['HEARD', 'SILENT', 'NEVER_SEEN'] as const
export const neckbandStateSchema = z.enum(neckbandStates)
export type NeckbandState = z.infer<typeof neckbandStateSchema>

/** FALLING: it has an end; STEADY: hardly anything is lost; THIN: too few days to tell. */
export const batteryTrends = ['FALLING', 'STEADY', 'THIN'] as const
/** A trend is drawn through so many days at the least. */
export const leastBatteryDays = 5
/** Within 7, 30 and 90 days. */
export const batteryDues = ['WEEK', 'MONTH', 'QUARTER'] as const
export type BatteryDue = (typeof batteryDues)[number]

export const neckbandSchema = z.object({
  ...recordFields,
  deviceId: z.string(),
  model: z.string().nullable(),
  /** Its firmware: as the neckband reports it, else as somebody noted. */
  firmware: z.string().nullable(),
  /** Its hardware, as it reports it; null: it does not. */
  hardware: z.string().nullable(),
  /** More than half of the neckbands of its model and owner run another. */
  firmwareDiffers: z.boolean(),
  animalId: idSchema.nullable(),
  farmId: idSchema.nullable(),
  state: neckbandStateSchema,
  battery: z.number().nullable(),
  batteryTrend: z.enum(batteryTrends),
  /** Percent lost a day since it was changed or charged last; null: too few days to tell. */
  batteryPerDay: z.number().nullable(),
  /** Whole days until nothing is left; null: no end in sight, or too few days to tell. */
  batteryDaysLeft: z.number().int().nullable(),
  lastSeenAt: instantSchema.nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  fixAt: instantSchema.nullable(),
  /** The pen it was last placed in, by position or by gateway. */
  farmSlotId: idSchema.nullable(),
  /** The gateway that heard it last, and how strongly (dBm). */
  gatewayId: idSchema.nullable(),
  rssi: z.number().nullable(),
  /** It was put on animals more than once within the last 24 hours. */
  pairedAgain: z.boolean(),
})
export type Neckband = z.infer<typeof neckbandSchema>

/** People who began and ended a pairing, why, and with which pictures. */
export const pairingDetails = {
  /** The person who put it on; null: nobody who was signed in. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** A picture of the animal with its neckband. */
  photoId: z.uuid().nullable(),
  /** The person who took it off. */
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  endPhotoId: z.uuid().nullable(),
  /** It had been put on an animal in the 24 hours before. */
  isAgain: z.boolean(),
}

/** One time that a neckband was worn; `to` is null while it still is. */
export const pairingSchema = z.object({
  id: idSchema,
  animalId: idSchema,
  visualTag: z.string(),
  from: instantSchema,
  to: instantSchema.nullable(),
  ...pairingDetails,
})
export type Pairing = z.infer<typeof pairingSchema>

export const neckbandInputSchema = z.object({
  ...recordInput,
  deviceId: deviceIdSchema,
  model: z.string().max(100).nullable().optional(),
  firmware: z.string().max(60).nullable().optional(),
  /** The animal that wears it from now on; null takes it off; left out changes nothing. */
  animalId: idSchema.nullable().optional(),
  /** Kept with the pairing that begins, and with the one that ends; without it they say that it came by an edit. */
  reason: z.string().max(300).optional(),
  /** A picture that the caller uploaded, kept with the pairing. */
  photoId: z.uuid().nullable().optional(),
})

export const neckbandEndpoints = ofNoun('neckbands', {
  ...recordEndpoints({
    path: '/collateral/web/neckband',
    access: supervisorRoles,
    item: neckbandSchema,
    input: neckbandInputSchema,
    sort: ['id', 'deviceId', 'model', 'battery', 'batteryDaysLeft', 'farmSlotId', 'lastSeenAt'],
    filters: {
      deviceId: z.string().optional(),
      model: z.string().optional(),
      firmware: z.string().optional(),
      farmId: idSchema.optional(),
      farmSlotId: idSchema.optional(),
      animalId: idSchema.optional(),
      state: z.array(neckbandStateSchema).optional(),
      isWorn: z.boolean().optional(),
      lowBattery: z.boolean().optional(),
      /** It was put on animals more than once within the last 24 hours. */
      pairedAgain: z.boolean().optional(),
      /** Nothing is left within so long. */
      batteryDue: z.enum(batteryDues).optional(),
    },
    about: 'Neckbands with what was last heard of them',
  }),
  pair: endpoint({
    method: 'PUT',
    path: '/collateral/web/neckband/pair',
    access: supervisorRoles,
    input: z.object({
      deviceId: deviceIdSchema,
      /** The visual or the electronic ear tag, whole. */
      earTag: z.string().trim().min(1).max(64),
      reason: z.string().trim().min(1).max(300),
      photoId: z.uuid().nullable().optional(),
    }),
    reply: neckbandSchema,
    summary: 'Puts a neckband on the animal with an ear tag, both named by what is printed on them.',
  }),
  unpair: endpoint({
    method: 'PUT',
    path: '/collateral/web/neckband/unpair',
    access: supervisorRoles,
    input: z.object({
      ids: z.array(idSchema).min(1).max(1000),
      reason: z.string().trim().min(1).max(300),
      /** A picture that the caller uploaded, kept with each pairing that ends. */
      photoId: z.uuid().nullable().optional(),
    }),
    reply: z.object({ changed: z.number().int() }),
    summary: 'Takes neckbands off the animals that wear them, all of them or none.',
  }),
  pairings: endpoint({
    method: 'POST',
    path: '/collateral/web/neckband/{id}/pairings',
    access: supervisorRoles,
    input: pageSchema.extend(idInput.shape),
    reply: listReply(pairingSchema),
    summary: 'Which animals wore a neckband, the last one first; only those on farms that the caller sees.',
  }),
  readings: endpoint({
    method: 'POST',
    path: '/collateral/web/neckband/{id}/readings',
    access: supervisorRoles,
    input: pageSchema.extend({
      ...idInput.shape,
      from: instantInputSchema.optional(),
      to: instantInputSchema.optional(),
    }),
    reply: listReply(storedReadingSchema),
    isCostly: true,
    summary: 'Stored readings of a neckband, oldest first; the last 24 hours unless told.',
  }),
})
