import { Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import type { ControlProps } from '../controls/controlProps.ts'
import { hasRatio } from './crop.ts'
import { ImageInput } from './ImageInput.tsx'
import { imageProblem } from './imageProblem.ts'

/** Loaded on demand. */
const CropDialog = lazyChunk(async () => (await import('./CropDialog.tsx')).CropDialog)

interface Cropping {
  file: File
  picture: HTMLImageElement
  done: (cropped: File | null) => void
}

/** Loads a picture for drawing; null: the browser cannot determine its size. */
async function load(file: File): Promise<HTMLImageElement | null> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    return picture.naturalWidth > 0 && picture.naturalHeight > 0 ? picture : null
  } catch {
    return null
  }
}

/** Input for a picture of a fixed ratio. If the picture has another ratio, the user chooses a part of it before the upload. */
export function CroppedImageInput({ ratio, ...props }: ControlProps<string> & { ratio: number }) {
  const intl = useIntl()
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const address = cropping?.picture.src
  useEffect(() => () => void (address !== undefined && URL.revokeObjectURL(address)), [address])

  async function prepare(file: File): Promise<File | null> {
    // Returns files that are not pictures unchanged, so that they are refused as usual.
    if (imageProblem(intl, file) !== null) return file
    const picture = await load(file)
    if (picture === null || hasRatio({ width: picture.naturalWidth, height: picture.naturalHeight }, ratio)) return file
    return new Promise((resolve) => {
      setCropping({
        file,
        picture,
        done(cropped) {
          setCropping(null)
          resolve(cropped)
        },
      })
    })
  }
  return (
    <>
      <ImageInput {...props} prepare={prepare} />
      <Suspense>
        {cropping && (
          <CropDialog file={cropping.file} picture={cropping.picture} ratio={ratio} onDone={cropping.done} />
        )}
      </Suspense>
    </>
  )
}
