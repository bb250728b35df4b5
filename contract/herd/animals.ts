import { z } from 'zod'
import { endpoint } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { monitorRoles, supervisorRoles } from '../people/roles.ts'

export const animalStatuses = [
  'IN_HERD',
  'MISSING',
  'DEAD',
  'SOLD',
  'SLAUGHTERED',
  'STOLEN',
  'SUBSTITUTED',
  'RELEASED',
] as const
export const animalStatusSchema = z.enum(animalStatuses)

/** Both schemes have 15 digits, so which one it is has to be said. */
export const electronicTagSchema = z.object({
  scheme: z.enum(['CN', 'ISO_11784']),
  value: z.string().regex(/^\d{15}$/),
})

export const animalCategories = ['CATTLE', 'SHEEP', 'GOAT', 'HORSE', 'CAMEL', 'PIG'] as const

export const animalSchema = z.object({
  ...recordFields,
  visualTag: z.string(),
  electronicTag: electronicTagSchema.nullable(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable(),
  category: z.enum(animalCategories),
  breed: z.string().nullable(),
  sex: z.enum(['MALE', 'FEMALE']).nullable(),
  birthDate: z.iso.date().nullable(),
  status: animalStatusSchema,
  neckbandId: idSchema.nullable(),
})
export type Animal = z.infer<typeof animalSchema>

export const animalInputSchema = z.object({
  ...recordInput,
  visualTag: z.string().min(1).max(64),
  electronicTag: electronicTagSchema.nullable().optional(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable().optional(),
  category: z.enum(animalCategories).default('CATTLE'),
  breed: z.string().max(100).nullable().optional(),
  sex: z.enum(['MALE', 'FEMALE']).nullable().optional(),
  birthDate: z.iso.date().nullable().optional(),
})

/** What the map's card shows of one animal; `strip` has one entry for each of the last 96 quarter hours, oldest first. */
export const animalCardSchema = animalSchema.extend({
  deviceId: z.string().nullable(),
  farmName: z.string(),
  penName: z.string().nullable(),
  projectCode: z.string().nullable(),
  battery: z.number().nullable(),
  lastSeenAt: instantSchema.nullable(),
  fixAt: instantSchema.nullable(),
  accuracyM: z.number().nullable(),
  gatewayMac: z.string().nullable(),
  rssi: z.number().nullable(),
  temperatureC: z.number().nullable(),
  strip: z.array(z.enum(['none', 'heard', 'moved'])).length(96),
})
export type AnimalCard = z.infer<typeof animalCardSchema>

export const animalEndpoints = {
  ...recordEndpoints({
    path: '/collateral/web/animal',
    access: supervisorRoles,
    binAccess: ['SUPERVISOR_PM'],
    item: animalSchema,
    input: animalInputSchema,
    sort: ['id', 'visualTag'],
    filters: {
      visualTag: z.string().optional(),
      farmId: idSchema.optional(),
      farmSlotId: idSchema.optional(),
      status: animalStatusSchema.optional(),
    },
    about: 'Animals',
  }),
  card: endpoint({
    method: 'GET',
    path: '/collateral/web/animal/card/{id}',
    access: monitorRoles,
    input: idInput,
    reply: animalCardSchema,
    summary: 'Identity, pledge, what was last heard, and 24 hours of an animal.',
  }),
}
