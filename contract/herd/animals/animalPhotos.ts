import { z } from 'zod'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { idSchema, instantSchema } from '../../calls/envelope.ts'
import { recordFields, recordList } from '../../calls/records.ts'
import { supervisorRoles } from '../../people/roles.ts'

/** Angles of photos, which make them comparable. */
export const photoAngles = ['LEFT', 'RIGHT', 'FACE', 'REAR', 'EAR_TAG'] as const
const angleSchema = z.enum(photoAngles)

/** One photo of an animal. The newest of each angle is current; older ones stay stored. */
export const animalPhotoSchema = z.object({
  ...recordFields,
  animalId: idSchema,
  farmId: idSchema,
  angle: angleSchema,
  imageId: z.uuid(),
  /** When the server received it. */
  takenAt: instantSchema,
  takenBy: z.string().nullable(),
})
export type AnimalPhoto = z.infer<typeof animalPhotoSchema>

const path = '/collateral/web/animalPhoto'

export const animalPhotoEndpoints = ofNoun('animalPhotos', {
  list: recordList({
    path,
    access: supervisorRoles,
    item: animalPhotoSchema,
    sort: ['id', 'takenAt'],
    filters: { animalId: idSchema.optional(), angle: angleSchema.optional() },
    about: 'Photos of animals, the newest first',
  }),
  add: endpoint({
    method: 'PUT',
    path: `${path}/add`,
    access: supervisorRoles,
    input: z.object({ animalId: idSchema, angle: angleSchema, imageId: z.uuid() }),
    reply: animalPhotoSchema,
    summary:
      'Adds a picture of the caller’s own uploads as the photo of an animal from an angle; the one before it is kept.',
  }),
})
