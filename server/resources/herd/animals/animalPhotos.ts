import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { describeRecords, reference } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { saveRecord } from '../../../records/write.ts'
import { ownPictures } from '../../files/fileOwners.ts'
import { recordErasure } from '../../seals/erasures.ts'
import { animalFields, ofAnimal } from './ofAnimal.ts'

export const animalPhotos = describeRecords('animalPhotos', {
  ...ofAnimal,
  noun: 'animalPhoto',
  table: 'animal_photos',
  fields: {
    ...animalFields,
    imageId: reference('image_id', ownPictures),
    takenBy: (sql) => sql`(select display_name from users where users.id = r.taken_by)`,
  },
  sort: { field: 'takenAt', order: 'desc' },
  hooks: {
    async beforeSave({ caller, now }) {
      return { taken_at: now, taken_by: caller.userId }
    },
  },
})

export const animalPhotoHandlers: HandlersOf<'animalPhotos'> = {
  ...recordHandlers(animalPhotos),
  add: (input, caller, context, call) => saveRecord(context, animalPhotos, caller, input, call),
}

/** Records the erasure of an animal's photos in the sealed record, because they are deleted with the animal. */
export async function erasePhotos(sql: Queries, animalId: number): Promise<void> {
  await sql`${recordErasure(sql, 'animal_photos', 'RETENTION', sql`select id::text as row_key from animal_photos where animal_id = ${animalId}`)}`
}
