import './files.css'
import { Modal, Slider } from 'antd'
import { useRef, useState, type PointerEvent } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import { cutOut, dragged, frameOf, middle, type Choice } from './crop.ts'

interface Props {
  file: File
  /** The loaded picture. */
  picture: HTMLImageElement
  ratio: number
  onDone: (cropped: File | null) => void
}

const maxZoom = 4
const sliders = [
  { key: 'zoom', labelId: 'crop.zoom', min: 1, max: maxZoom },
  { key: 'across', labelId: 'crop.across', min: 0, max: 1 },
  { key: 'down', labelId: 'crop.down', min: 0, max: 1 },
] as const satisfies readonly { key: keyof Choice; labelId: MessageId; min: number; max: number }[]

/** Asks which part of a picture to keep: the picture is dragged or moved by sliders below a frame of the given ratio. */
export function CropDialog({ file, picture, ratio, onDone }: Props) {
  const intl = useIntl()
  const [choice, setChoice] = useState<Choice>(middle)
  const [isBusy, setBusy] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const frame = frameOf(size, ratio, choice)

  function move(event: PointerEvent) {
    const room = stage.current?.getBoundingClientRect()
    if (room === undefined || event.buttons !== 1) return
    const by = { across: event.movementX / room.width, down: event.movementY / room.height }
    setChoice((before) => dragged(size, ratio, before, by))
  }
  async function keep() {
    setBusy(true)
    onDone(await cutOut(picture, frame, file))
  }
  return (
    <Modal
      open
      width={760}
      title={intl.formatMessage({ id: 'crop.title' })}
      okText={intl.formatMessage({ id: 'crop.keep' })}
      cancelText={intl.formatMessage({ id: 'action.cancel' })}
      confirmLoading={isBusy}
      onOk={() => void keep()}
      onCancel={() => onDone(null)}
    >
      <p>{intl.formatMessage({ id: 'crop.text' })}</p>
      <div
        ref={stage}
        className="crop-stage"
        dir="ltr"
        style={{ aspectRatio: ratio }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={move}
      >
        <img
          src={picture.src}
          alt={intl.formatMessage({ id: 'image.alt' })}
          draggable={false}
          style={{
            width: `${(size.width / frame.width) * 100}%`,
            left: `${(-frame.x / frame.width) * 100}%`,
            top: `${(-frame.y / frame.height) * 100}%`,
          }}
        />
      </div>
      {sliders.map(({ key, labelId, min: least, max: most }) => {
        const label = intl.formatMessage({ id: labelId })
        const isFixed =
          (key === 'across' && frame.width >= size.width - 0.5) || (key === 'down' && frame.height >= size.height - 0.5)
        return (
          <div key={key} className="crop-slider">
            <span aria-hidden>{label}</span>
            <Slider
              min={least}
              max={most}
              step={0.01}
              disabled={isFixed}
              value={choice[key]}
              tooltip={{ open: false }}
              ariaLabelForHandle={label}
              onChange={(value) => setChoice((before) => ({ ...before, [key]: value }))}
            />
          </div>
        )
      })}
    </Modal>
  )
}
