import { useState } from 'react'
import { useIntl } from 'react-intl'
import { imageContentTypes } from '#contract/calls/images.ts'
import { uploadImage } from '../../api/files/files.ts'
import type { ControlProps } from '../controls/controlProps.ts'
import { FileInput } from './FileInput.tsx'
import { imageProblem } from './imageProblem.ts'
import { Picture } from './Picture.tsx'

/**
 * Input for a picture that is chosen, dropped or photographed, and uploaded immediately. Its value is the id of the upload.
 * Works without a session too: a fresh upload is displayed from memory.
 * @example <Form.Item name="licenceImageId" label={…} rules={…}><ImageInput /></Form.Item>
 */
export function ImageInput({
  prepare,
  ...props
}: ControlProps<string> & { prepare?: (file: File) => Promise<File | null> }) {
  const intl = useIntl()
  const [fresh, setFresh] = useState<{ id: string; blob: Blob } | null>(null)

  return (
    <FileInput
      {...props}
      prepare={prepare}
      accept={imageContentTypes}
      chooseId="image.choose"
      send={uploadImage}
      problemOf={(file) => imageProblem(intl, file)}
      onSent={(id, blob) => setFresh({ id, blob })}
    >
      {props.value != null && <Picture id={props.value} blob={fresh?.id === props.value ? fresh.blob : undefined} />}
    </FileInput>
  )
}
