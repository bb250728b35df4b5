import { z } from 'zod'
import { deviceIdSchema } from '../values/deviceIds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import {
  codeFilter,
  idSchema,
  instantInputSchema,
  instantSchema,
  listReply,
  pageSchema,
  textFilter,
} from '../calls/envelope.ts'
import { storedReadingSchema } from './readings.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

/** HEARD: within its farm's window. SILENT: not within it. */
export const neckbandStates = ['HEARD', 'SILENT', 'NEVER_SEEN'] as const
export const neckbandStateSchema = z.enum(neckbandStates)
export type NeckbandState = z.infer<typeof neckbandStateSchema>

/** FALLING: the end can be estimated. STEADY: hardly any loss. THIN: too few days for a trend. */
export const batteryTrends = ['FALLING', 'STEADY', 'THIN'] as const
/** Minimum days of data for a trend. */
export const minBatteryDays = 5
/** Battery ends within 7, 30 and 90 days. */
export const batteryDues = ['WEEK', 'MONTH', 'QUARTER'] as const
export type BatteryDue = (typeof batteryDues)[number]

export const neckbandSchema = z.object({
  ...recordFields,
  deviceId: z.string(),
  model: z.string().nullable(),
  /** Firmware as the neckband reports it, else as recorded by a person. */
  firmware: z.string().nullable(),
  /** Hardware as the neckband reports it; null when it does not. */
  hardware: z.string().nullable(),
  /** Whether more than half of the neckbands of its model and owner run another firmware. */
  firmwareDiffers: z.boolean(),
  animalId: idSchema.nullable(),
  farmId: idSchema.nullable(),
  state: neckbandStateSchema,
  battery: z.number().nullable(),
  batteryTrend: z.enum(batteryTrends),
  /** Percent lost per day since the last battery change or charge; null with too few days. */
  batteryPerDay: z.number().nullable(),
  /** Whole days until the battery is empty; null when no end is in sight, or with too few days. */
  batteryDaysLeft: z.number().int().nullable(),
  lastSeenAt: instantSchema.nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  fixAt: instantSchema.nullable(),
  /** The pen it was last placed in, by position or by gateway. */
  farmSlotId: idSchema.nullable(),
  /** The gateway that last heard it, and the signal strength (dBm). */
  gatewayId: idSchema.nullable(),
  rssi: z.number().nullable(),
  /** Whether it was paired more than once within the last 24 hours. */
  pairedAgain: z.boolean(),
})
export type Neckband = z.infer<typeof neckbandSchema>

/** Who began and ended a pairing, why, and with which pictures. */
export const pairingDetails = {
  /** The person who put it on; null when nobody was signed in. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** A picture of the animal with its neckband. */
  photoId: z.uuid().nullable(),
  /** The person who took it off. */
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  endPhotoId: z.uuid().nullable(),
  /** Whether it had been paired in the 24 hours before. */
  isAgain: z.boolean(),
}

/** A period during which a neckband was worn; `to` is null while it still is. */
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
  /** The animal that wears it from now on. Null takes it off; omitting it changes nothing. */
  animalId: idSchema.nullable().optional(),
  /** Stored with the pairing that begins and the one that ends. Without it their reason states that it came by an edit. */
  reason: z.string().max(300).optional(),
  /** An upload of the caller, stored with the pairing. */
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
      deviceId: textFilter,
      model: textFilter,
      firmware: textFilter,
      farmId: idSchema.optional(),
      farmSlotId: idSchema.optional(),
      animalId: idSchema.optional(),
      state: codeFilter(neckbandStateSchema),
      isWorn: z.boolean().optional(),
      lowBattery: z.boolean().optional(),
      /** Paired more than once within the last 24 hours. */
      pairedAgain: z.boolean().optional(),
      /** Battery is empty within this period. */
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
      /** The complete visual or electronic ear tag. */
      earTag: z.string().trim().min(1).max(64),
      reason: z.string().trim().min(1).max(300),
      photoId: z.uuid().nullable().optional(),
      /** Visual ear tag of the animal that the caller takes the neckband off. A neckband that another animal wears is refused without it. */
      fromEarTag: z.string().max(64).optional(),
    }),
    reply: neckbandSchema,
    summary:
      'Puts a neckband on the animal with an ear tag, both named by what is printed on them. Moving it off another animal needs that animal’s ear tag.',
  }),
  unpair: endpoint({
    method: 'PUT',
    path: '/collateral/web/neckband/unpair',
    access: supervisorRoles,
    input: z.object({
      ids: z.array(idSchema).min(1).max(1000),
      reason: z.string().trim().min(1).max(300),
      /** An upload of the caller, stored with each pairing that ends. */
      photoId: z.uuid().nullable().optional(),
    }),
    reply: z.object({ changed: z.number().int() }),
    summary: 'Takes neckbands off the animals that wear them, all of them or none.',
  }),
  pairings: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/neckband/{id}/pairings',
    access: supervisorRoles,
    input: pageSchema.extend(idInput.shape),
    reply: listReply(pairingSchema),
    summary: 'Which animals wore a neckband, the last one first; only those on farms that the caller sees.',
  }),
  readings: endpoint({
    method: 'POST',
    onlyReads: true,
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
