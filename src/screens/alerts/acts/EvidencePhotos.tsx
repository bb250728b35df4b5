import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import { maxAlertPhotos } from '#contract/alerts/alertActs.ts'
import { imageContentTypes } from '#contract/calls/images.ts'
import { uploadImage } from '../../../api/files/files.ts'
import { FileInput } from '../../../form/files/FileInput.tsx'
import { imageProblem } from '../../../form/files/imageProblem.ts'
import { Picture } from '../../../form/files/Picture.tsx'

export interface EvidencePhoto {
  id: string
  /** Photo just uploaded, displayed from memory. */
  blob: Blob
}

interface Props {
  photos: readonly EvidencePhoto[]
  onChange: (change: (before: readonly EvidencePhoto[]) => EvidencePhoto[]) => void
}

/** Photos for closing an alert: taken or chosen, uploaded immediately, enlarged, removed. */
export function EvidencePhotos({ photos, onChange }: Props) {
  const intl = useIntl()
  const id = useId()
  return (
    <div className="alert-photos">
      <label htmlFor={id}>{intl.formatMessage({ id: 'alertAct.photos' })}</label>
      <ul>
        {photos.map((photo, place) => {
          const name = intl.formatMessage({ id: 'alertAct.photo' }, { number: place + 1 })
          return (
            <li key={photo.id}>
              <Picture id={photo.id} blob={photo.blob} alt={name} />
              <Button
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={`${intl.formatMessage({ id: 'image.remove' })} ${name}`}
                onClick={() => onChange((before) => before.filter((one) => one.id !== photo.id))}
              />
            </li>
          )
        })}
      </ul>
      {photos.length < maxAlertPhotos && (
        <FileInput
          id={id}
          accept={imageContentTypes}
          chooseId="photo.take"
          send={uploadImage}
          problemOf={(file) => imageProblem(intl, file)}
          onSent={(photoId, blob) => onChange((before) => [...before, { id: photoId, blob }])}
        >
          {null}
        </FileInput>
      )}
    </div>
  )
}
