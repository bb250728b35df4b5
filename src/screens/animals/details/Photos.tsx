import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { imageContentTypes } from '#contract/calls/images.ts'
import { type AnimalPhoto, photoAngles } from '#contract/herd/animals/animalPhotos.ts'
import { call } from '../../../api/call.ts'
import { uploadImage } from '../../../api/files/files.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { FileInput } from '../../../form/files/FileInput.tsx'
import { imageProblem } from '../../../form/files/imageProblem.ts'
import { Picture } from '../../../form/files/Picture.tsx'
import { Moment } from '../../../locale/Moment.tsx'

type Angle = AnimalPhoto['angle']

/** Photos of an animal from each angle, with earlier ones. */
export function Photos({ id }: { id: number }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.animalPhotos.list, { animalId: id, pageSize: 200 }, { shows: inPlace })
  const photos = data?.list ?? []
  const newest = new Map(photos.toReversed().map((photo): [Angle, AnimalPhoto] => [photo.angle, photo]))
  const earlier = photos.filter((photo) => newest.get(photo.angle) !== photo)
  return (
    <section className="panel" aria-labelledby="photos">
      <h2 id="photos">{intl.formatMessage({ id: 'photo.title' })}</h2>
      <ul className="photos">
        {photoAngles.map((angle) => (
          <li key={angle}>
            <Slot animalId={id} angle={angle} photo={newest.get(angle)} isKnown={data !== undefined} />
          </li>
        ))}
      </ul>
      {earlier.length > 0 && <Earlier photos={earlier} />}
    </section>
  )
}

function Slot({
  animalId,
  angle,
  photo,
  isKnown,
}: {
  animalId: number
  angle: Angle
  photo: AnimalPhoto | undefined
  isKnown: boolean
}) {
  const intl = useIntl()
  const inputId = useId()
  const name = intl.formatMessage({ id: `photoAngle.${angle}` })
  // Refusals have already been reported by the call.
  const add = (imageId: string) => call(endpoints.animalPhotos.add, { animalId, angle, imageId }).catch(() => {})
  return (
    <>
      <label htmlFor={inputId}>{name}</label>
      {photo && <Shot photo={photo} name={name} />}
      {isKnown && (
        <FileInput
          id={inputId}
          accept={imageContentTypes}
          chooseId={photo ? 'photo.retake' : 'photo.take'}
          send={uploadImage}
          problemOf={(file) => imageProblem(intl, file)}
          onSent={(imageId) => void add(imageId)}
        >
          {null}
        </FileInput>
      )}
    </>
  )
}

/** Photo with its time of upload and author. */
function Shot({ photo: { imageId, takenAt, takenBy }, name }: { photo: AnimalPhoto; name: string }) {
  return (
    <figure>
      <Picture id={imageId} alt={name} />
      <figcaption>
        <bdi>
          {takenBy === null ? (
            <Moment at={takenAt} />
          ) : (
            <FormattedMessage id="join.parts" values={{ first: <Moment at={takenAt} />, next: takenBy }} />
          )}
        </bdi>
      </figcaption>
    </figure>
  )
}

function Earlier({ photos }: { photos: readonly AnimalPhoto[] }) {
  const intl = useIntl()
  const nameOf = ({ angle }: AnimalPhoto) => intl.formatMessage({ id: `photoAngle.${angle}` })
  return (
    <details className="record-history">
      <summary>{intl.formatMessage({ id: 'photo.earlier' }, { count: photos.length })}</summary>
      <ul className="photos">
        {photos.map((photo) => (
          <li key={photo.id}>
            <span>{nameOf(photo)}</span>
            <Shot photo={photo} name={nameOf(photo)} />
          </li>
        ))}
      </ul>
    </details>
  )
}
