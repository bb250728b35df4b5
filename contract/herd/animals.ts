import { z } from 'zod'
import { ruleKinds, severitySchema } from '../alerts/alertKinds.ts'
import { endpoint, maxLongBodyBytes, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantSchema, textFilter } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { movementPermitSchema } from '../projects/movementPermits.ts'
import { monitorRoles, supervisorRoles } from '../people/roles.ts'
import { electronicTagSchema, tagSchemes, visualTagSchema } from '../values/earTags.ts'
import { historyCalls } from './animalHistory.ts'
import { animalStatusSchema } from './animals/animalStatuses.ts'
import { lookupNamesSchema } from './lookups.ts'

/**
 * Evidence that a head is in its place, strongest first: a believed position within the window, a reading there, a photo of the last seven days, or
 * an outage or permit that explains its silence.
 */
export const confidences = ['POSITION', 'RADIO', 'PERSON', 'INFERRED', 'NONE'] as const
export type Confidence = (typeof confidences)[number]

/** An animal as stored. */
export const animalRecordSchema = z.object({
  ...recordFields,
  visualTag: z.string(),
  electronicTag: z.object({ scheme: z.enum(tagSchemes), value: z.string() }).nullable(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable(),
  /** Time zone of its farm. */
  timeZone: z.string(),
  /** Code of the category. Category, origin and colour are entries of the platform's lists (`lookups`). */
  category: z.string(),
  categoryId: idSchema,
  originId: idSchema.nullable(),
  colourId: idSchema.nullable(),
  breed: z.string().nullable(),
  sex: z.enum(['MALE', 'FEMALE']).nullable(),
  birthDate: z.iso.date().nullable(),
  status: animalStatusSchema,
  /** Day on which the animal left the herd, in the farm's time zone, and why. */
  leftOn: z.iso.date().nullable(),
  leftReason: z.string().nullable(),
  /** A PDF as evidence, such as a death certificate. */
  documentId: z.uuid().nullable(),
  neckbandId: idSchema.nullable(),
  groupIds: z.array(idSchema),
  /** Whether a project has pledged or claimed it while it is in the herd or missing. */
  isPledged: z.boolean(),
})
export type AnimalRecord = z.infer<typeof animalRecordSchema>

/** An animal with its last reading, its open alert and the evidence that it is there. */
export const animalSchema = animalRecordSchema.extend({
  /** Last reading and battery of its neckband; null without one. */
  lastSeenAt: instantSchema.nullable(),
  battery: z.number().nullable(),
  /** Gravest open alert about it. */
  alertKind: z.enum(ruleKinds).nullable(),
  alertSeverity: severitySchema.nullable(),
  /** Null for an animal that left the herd. */
  confidence: z.enum(confidences).nullable(),
})
export type Animal = z.infer<typeof animalSchema>

export const animalInputSchema = z.object({
  ...recordInput,
  visualTag: visualTagSchema,
  electronicTag: electronicTagSchema.nullable().optional(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable().optional(),
  /** Given by id or else by code; a new animal without either gets the first category. */
  categoryId: idSchema.optional(),
  category: z.string().max(60).optional(),
  originId: idSchema.nullable().optional(),
  colourId: idSchema.nullable().optional(),
  breed: z.string().max(100).nullable().optional(),
  sex: z.enum(['MALE', 'FEMALE']).nullable().optional(),
  birthDate: z.iso.date().nullable().optional(),
})

/** Days that an animal stays in the recycle bin. */
export const animalDaysInBin = 30

/** As many as a list can select at once. */
const batch = z.array(idSchema).min(1).max(10_000)
const idsFilter = z.array(idSchema).max(100).optional()
const reason = z.string().trim().min(1).max(500)
const changedSchema = z.object({ changed: z.number().int() })

/** One animal on the map's card. `strip` has one entry for each of the last 96 quarter hours, oldest first. */
export const animalCardSchema = animalRecordSchema.extend({
  categoryNames: lookupNamesSchema,
  deviceId: z.string().nullable(),
  farmName: z.string(),
  penName: z.string().nullable(),
  /**
   * The caller's project that pledged it, and since when; `pledgedAt` is null while approval is pending. All null when other parties hold the pledge.
   */
  projectId: idSchema.nullable(),
  projectCode: z.string().nullable(),
  pledgedAt: instantSchema.nullable(),
  battery: z.number().nullable(),
  lastSeenAt: instantSchema.nullable(),
  fixAt: instantSchema.nullable(),
  accuracyM: z.number().nullable(),
  gatewayMac: z.string().nullable(),
  rssi: z.number().nullable(),
  temperatureC: z.number().nullable(),
  /** The permit for being away now, or the next one. */
  permit: movementPermitSchema.nullable(),
  strip: z.array(z.enum(['none', 'heard', 'moved'])).length(96),
})
export type AnimalCard = z.infer<typeof animalCardSchema>

export const animalEndpoints = ofNoun('animals', {
  ...recordEndpoints({
    path: '/collateral/web/animal',
    access: supervisorRoles,
    binAccess: ['SUPERVISOR_PM'],
    item: animalSchema,
    input: animalInputSchema,
    sort: ['id', 'visualTag', 'birthDate', 'category', 'categoryId', 'originId', 'colourId', 'status', 'leftOn'],
    filters: {
      visualTag: textFilter,
      /** Part of the visual or electronic tag. */
      tag: textFilter,
      farmId: idSchema.optional(),
      farmSlotId: idSchema.optional(),
      groupId: idSchema.optional(),
      status: codeFilter(animalStatusSchema),
      /** Codes of categories. */
      category: z.array(z.string().max(60)).max(100).optional(),
      categoryIds: idsFilter,
      originIds: idsFilter,
      colourIds: idsFilter,
      sex: z.enum(['MALE', 'FEMALE']).optional(),
      isWorn: z.boolean().optional(),
      /** `policyId`: insured by this policy. `isInsured`: insured by any policy in force today. */
      policyId: idSchema.optional(),
      isInsured: z.boolean().optional(),
      isPledged: z.boolean().optional(),
    },
    about: 'Animals',
  }),
  ...historyCalls,
  restore: endpoint({
    method: 'PUT',
    path: '/collateral/web/animal/restore/{id}',
    access: ['SUPERVISOR_PM'],
    input: idInput.extend({ reason }),
    reply: animalSchema,
    summary: 'Takes one out of the recycle bin, for a reason.',
  }),
  editAll: endpoint({
    method: 'PUT',
    path: '/collateral/web/animal/editInBatch',
    access: supervisorRoles,
    input: z.object({
      ids: batch,
      categoryId: idSchema.nullable().optional(),
      originId: idSchema.nullable().optional(),
      colourId: idSchema.nullable().optional(),
      breed: z.string().trim().min(1).max(100).nullable().optional(),
      sex: z.enum(['MALE', 'FEMALE']).nullable().optional(),
      birthDate: z.iso.date().nullable().optional(),
      reason,
    }),
    maxBytes: maxLongBodyBytes,
    reply: changedSchema,
    summary:
      'Gives animals the same category, origin, colour, breed, sex or day of birth, all of them or none. What is left out or null stays.',
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/collateral/common/animal/transferInBatch',
    access: supervisorRoles,
    input: z.object({ ids: batch, farmId: idSchema, farmSlotId: idSchema.nullable().optional(), reason }),
    maxBytes: maxLongBodyBytes,
    reply: changedSchema,
    summary:
      'Moves animals of the herd to a pen or to another farm, all of them or none. 409 PLEDGED where one would leave the farms of its running project.',
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/collateral/web/animal/status',
    access: supervisorRoles,
    input: z.object({
      ids: batch,
      status: animalStatusSchema,
      leftOn: z.iso.date().nullable().optional(),
      documentId: z.uuid().nullable().optional(),
      reason,
    }),
    maxBytes: maxLongBodyBytes,
    reply: changedSchema,
    summary:
      'Notes that animals left the herd on a day, or (IN_HERD) that they are back in it, with a document of the caller’s own uploads. 409 PLEDGED for what needs an approval while a project runs: substituting, releasing, selling and slaughtering of pledged animals, and selling or slaughtering others without a document. The banks are told of the rest.',
  }),
  setGroup: endpoint({
    method: 'PUT',
    path: '/collateral/web/animal/group',
    access: supervisorRoles,
    input: z.object({ ids: batch, groupId: idSchema, isMember: z.boolean(), reason }),
    maxBytes: maxLongBodyBytes,
    reply: changedSchema,
    summary: 'Puts animals into a group, or takes them out of it.',
  }),
  card: endpoint({
    method: 'GET',
    path: '/collateral/web/animal/card/{id}',
    access: monitorRoles,
    input: idInput,
    reply: animalCardSchema,
    summary: 'Identity, pledge, what was last heard, and 24 hours of an animal.',
  }),
})
