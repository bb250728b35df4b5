import { z } from 'zod'
import { ruleKinds, severitySchema } from '../alerts/alertKinds.ts'
import { endpoint } from '../calls/endpoint.ts'
import { idSchema, instantSchema, listReply, pageSchema } from '../calls/envelope.ts'
import { changeActions, idInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { entryKindSchema } from '../projects/ledgerEntries.ts'
import { pledgeEndSchema } from '../projects/pledges.ts'
import { tagSchemes } from '../values/earTags.ts'
import { photoAngles } from './animals/animalPhotos.ts'
import { animalStatusSchema } from './animals/animalStatuses.ts'
import { treatmentKinds } from './animals/treatments.ts'
import { pairingDetails } from './neckbands.ts'

const span = { id: idSchema, from: instantSchema, to: instantSchema.nullable() }

/** A stay of an animal at one place; `to` is null for the current place. */
export const staySchema = z.object({ ...span, farmId: idSchema, farmName: z.string(), penName: z.string().nullable() })
export type Stay = z.infer<typeof staySchema>

/** A period during which an animal wore a neckband. */
export const wornSchema = z.object({
  ...span,
  neckbandId: idSchema,
  deviceId: z.string(),
  ...pairingDetails,
})
export type Worn = z.infer<typeof wornSchema>

/** A period during which an animal wore an ear tag; `scheme` is null for a visual one. */
export const wornTagSchema = z.object({
  ...span,
  kind: z.enum(['VISUAL', 'ELECTRONIC']),
  scheme: z.enum(tagSchemes).nullable(),
  value: z.string(),
})
export type WornTag = z.infer<typeof wornTagSchema>

export const animalEventKinds = [
  'CAME',
  'LEFT',
  'PAIRED',
  'UNPAIRED',
  'RAISED',
  'CLEARED',
  'CHANGED',
  'TAGGED',
  'JOINED',
  'PARTED',
  'PHOTO',
  'WEIGHED',
  'TREATED',
  'PLEDGED',
  'UNPLEDGED',
  'LEDGER',
  'INSURED',
  'UNINSURED',
  'CLAIMED',
  'CLAIM_PAID',
  'CLAIM_REFUSED',
] as const

/** One event in the life of an animal. Fields that do not apply to its kind are null. */
export const animalEventSchema = z.object({
  kind: z.enum(animalEventKinds),
  at: instantSchema,
  /** The day, when no exact time is known. */
  day: z.iso.date().nullable(),
  /**
   * Name by kind: farm and pen, device, ear tag, group, product and dose, project, insurer and policy; null for others. Two names are one per line.
   */
  name: z.string().nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  alertKind: z.enum(ruleKinds).nullable(),
  severity: severitySchema.nullable(),
  action: z.enum(changeActions).nullable(),
  /** The status after the change, and the document attached to it. */
  status: animalStatusSchema.nullable(),
  documentId: z.uuid().nullable(),
  angle: z.enum(photoAngles).nullable(),
  /** A photo, or the picture of a pairing or of its end. */
  imageId: z.uuid().nullable(),
  kg: z.number().nullable(),
  treatment: z.enum(treatmentKinds).nullable(),
  /** The kind of a ledger entry, and how a pledge ended. */
  entryKind: entryKindSchema.nullable(),
  pledgeEnd: pledgeEndSchema.nullable(),
})
export type AnimalEvent = z.infer<typeof animalEventSchema>

const input = pageSchema.extend(idInput.shape)

export const historyCalls = {
  stays: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/animal/{id}/stays',
    access: supervisorRoles,
    input,
    reply: listReply(staySchema),
    summary: 'Where an animal stood, the last place first; only farms that the caller sees.',
  }),
  pairings: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/animal/{id}/pairings',
    access: supervisorRoles,
    input,
    reply: listReply(wornSchema),
    summary: 'Which neckbands an animal wore, the last one first.',
  }),
  tags: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/animal/{id}/tags',
    access: supervisorRoles,
    input,
    reply: listReply(wornTagSchema),
    summary: 'Which ear tags an animal wore, the last one first.',
  }),
  timeline: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/animal/{id}/timeline',
    access: supervisorRoles,
    input,
    reply: listReply(animalEventSchema),
    isCostly: true,
    summary:
      'Everything that happened to an animal, newest first: places, neckbands, ear tags, groups, alerts, pledge, ledger entries, insurance, claims, photos, weights, treatments, changes of its record.',
  }),
}
