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

/** Where an animal stood from when to when; `to` is null where it still stands. */
export const staySchema = z.object({ ...span, farmId: idSchema, farmName: z.string(), penName: z.string().nullable() })
export type Stay = z.infer<typeof staySchema>

/** One time that an animal wore a neckband. */
export const wornSchema = z.object({
  ...span,
  neckbandId: idSchema,
  deviceId: z.string(),
  ...pairingDetails,
})
export type Worn = z.infer<typeof wornSchema>

/** One ear tag that an animal wore; `scheme` is null for a visual one. */
export const wornTagSchema = z.object({ ...span, kind: z.enum(['VISUAL', 'ELECTRONIC']), scheme: z.enum(tagSchemes).nullable(), value: z.string() })
export type WornTag = z.infer<typeof wornTagSchema>

export const animalEventKinds = [
  'CAME', 'LEFT', 'PAIRED', 'UNPAIRED', 'RAISED', 'CLEARED', 'CHANGED', 'TAGGED', 'JOINED', 'PARTED', 'PHOTO', 'WEIGHED', 'TREATED',
  'PLEDGED', 'UNPLEDGED', 'LEDGER', 'INSURED', 'UNINSURED', 'CLAIMED', 'CLAIM_PAID', 'CLAIM_REFUSED',
] as const

/** One line of everything that happened to an animal. What does not belong to its kind is null. */
export const animalEventSchema = z.object({
  kind: z.enum(animalEventKinds),
  at: instantSchema,
  /** The day, where nothing closer is known. */
  day: z.iso.date().nullable(),
  /** A farm and its pen, a device, an ear tag, a group, a product and its dose, a project, an insurer and its policy, or null; of two each is a line. */
  name: z.string().nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  alertKind: z.enum(ruleKinds).nullable(),
  severity: severitySchema.nullable(),
  action: z.enum(changeActions).nullable(),
  /** The status after the change, and the document that came with it. */
  status: animalStatusSchema.nullable(),
  documentId: z.uuid().nullable(),
  angle: z.enum(photoAngles).nullable(),
  /** A photo, or the picture of a pairing or of its end. */
  imageId: z.uuid().nullable(),
  kg: z.number().nullable(),
  treatment: z.enum(treatmentKinds).nullable(),
  /** The entry in a project's ledger, and how a pledge of it ended. */
  entryKind: entryKindSchema.nullable(),
  pledgeEnd: pledgeEndSchema.nullable(),
})
export type AnimalEvent = z.infer<typeof animalEventSchema>

const input = pageSchema.extend(idInput.shape)

export const historyCalls = {
  stays: endpoint({
    method: 'POST',
    path: '/collateral/web/animal/{id}/stays',
    access: supervisorRoles,
    input,
    reply: listReply(staySchema),
    summary: 'Where an animal stood, the last place first; only farms that the caller sees.',
  }),
  pairings: endpoint({
    method: 'POST',
    path: '/collateral/web/animal/{id}/pairings',
    access: supervisorRoles,
    input,
    reply: listReply(wornSchema),
    summary: 'Which neckbands an animal wore, the last one first.',
  }),
  tags: endpoint({
    method: 'POST',
    path: '/collateral/web/animal/{id}/tags',
    access: supervisorRoles,
    input,
    reply: listReply(wornTagSchema),
    summary: 'Which ear tags an animal wore, the last one first.',
  }),
  timeline: endpoint({
    method: 'POST',
    path: '/collateral/web/animal/{id}/timeline',
    access: supervisorRoles,
    input,
    reply: listReply(animalEventSchema),
    isCostly: true,
    summary: 'Everything that happened to an animal, newest first: places, neckbands, ear tags, groups, alerts, pledge, ledger entries, insurance, claims, photos, weights, treatments, changes of its record.',
  }),
}
