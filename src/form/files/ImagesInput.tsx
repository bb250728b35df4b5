import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { imageContentTypes } from '#contract/calls/images.ts'
import { uploadImage } from '../../api/files/files.ts'
import type { ControlProps } from '../controls/controlProps.ts'
import { FileInput } from './FileInput.tsx'
import { imageProblem } from './imageProblem.ts'
import { Picture } from './Picture.tsx'

/** Input for several pictures in the order of addition. Its value is their ids. */
export function ImagesInput({ value, onChange, most: maxCount, ...props }: ControlProps<string[]> & { most: number }) {
  const intl = useIntl()
  const [fresh, setFresh] = useState<ReadonlyMap<string, Blob>>(new Map())
  const ids = value ?? []
  // Current ids for callbacks: a picture may be removed while another is uploading.
  const newest = useRef(ids)
  useEffect(() => {
    newest.current = ids
  })
  const remove = (id: string) => onChange?.(ids.filter((one) => one !== id))

  return (
    <div className="images-input">
      {ids.map((id, index) => (
        <div key={id} className="images-input-one">
          <Picture id={id} blob={fresh.get(id)} />
          <Button
            size="small"
            type="text"
            disabled={props.disabled ?? false}
            icon={<CloseOutlined aria-hidden />}
            aria-label={intl.formatMessage({ id: 'image.removeOf' }, { number: index + 1 })}
            onClick={() => remove(id)}
          />
        </div>
      ))}
      {ids.length < maxCount && (
        <FileInput
          {...props}
          accept={imageContentTypes}
          chooseId="image.choose"
          send={uploadImage}
          problemOf={(file) => imageProblem(intl, file)}
          onSent={(id, blob) => setFresh((before) => new Map(before).set(id, blob))}
          value={null}
          onChange={(id) => id !== null && onChange?.([...newest.current, id])}
        >
          {null}
        </FileInput>
      )}
    </div>
  )
}
