import { Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import type { ControlProps } from '../controls/controlProps.ts'
import { hasRatio } from './crop.ts'
import { ImageInput } from './ImageInput.tsx'
import { imageProblem } from './imageProblem.ts'

/** Loaded with the first picture that is cropped. */
const CropDialog = lazyChunk(async () => (await import('./CropDialog.tsx')).CropDialog)

interface Cropping {
  file: File
  picture: HTMLImageElement
  done: (cropped: File | null) => void
}

/** A picture that can be drawn; null: the browser can't tell its size. */
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

/** One picture of a ratio: of another one, the person chooses the part that is kept, before it is uploaded. */
export function CroppedImageInput({ ratio, ...props }: ControlProps<string> & { ratio: number }) {
  const intl = useIntl()
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const address = cropping?.picture.src
  useEffect(() => () => void (address !== undefined && URL.revokeObjectURL(address)), [address])

  async function prepare(file: File): Promise<File | null> {
    // A file that is no picture is refused as any other would be.
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
      <Suspense>{cropping && <CropDialog file={cropping.file} picture={cropping.picture} ratio={ratio} onDone={cropping.done} />}</Suspense>
    </>
  )
}
