import '../polygon/polygon.css'
import { Input } from 'antd'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import type { PlanImage } from '#contract/herd/planImages.ts'
import { polygonSchema, type Polygon } from '#contract/values/geo.ts'
import { useImage } from '../../api/files/files.ts'
import { bindingOf, type FieldControlProps } from '../../form/controls/controlProps.ts'
import { ImageInput } from '../../form/files/ImageInput.tsx'
import type { Outline } from '../../map/editing/Surroundings.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { cornersIn, readPlanCorners, writePlanCorners } from './planCorners.ts'

const PlanMap = lazyChunk(async () => (await import('../../map/editing/PlanMap.tsx')).PlanMap)

interface Props extends FieldControlProps<PlanImage> {
  boundary: Polygon | null | undefined
  outlines: readonly Outline[]
}

const defaultOpacity = 0.7

/** Input for a picture of a farm's plan: uploaded, then placed by dragging or typing its corners. */
export function PlanImageInput({ value, onChange, boundary, outlines, ...props }: Props) {
  const intl = useIntl()
  const [uploaded, setUploaded] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const sound = polygonSchema.safeParse(boundary)
  const { data: content } = useImage(uploaded ?? '', 'whole', uploaded !== null)

  // The proportions are known once the picture has loaded.
  const place = useEffectEvent((imageId: string, aspect: number) => {
    setUploaded(null)
    if (sound.success) onChange({ imageId, corners: cornersIn(sound.data, aspect), opacity: defaultOpacity })
  })
  useEffect(() => {
    if (uploaded === null || content === undefined) return
    let isOver = false
    void aspectOf(content).then((aspect) => {
      if (!isOver) place(uploaded, aspect)
    })
    return () => {
      isOver = true
    }
  }, [uploaded, content])

  const text = typed ?? (value ? writePlanCorners(value.corners) : '')
  return (
    <div className="polygon-input">
      <ImageInput
        {...bindingOf(props)}
        disabled={props.disabled || !sound.success}
        value={value?.imageId ?? uploaded}
        onChange={(id) => {
          if (id === null) onChange(null)
          // Replaces the picture and keeps its corners.
          else if (value) onChange({ ...value, imageId: id })
          setUploaded(value ? null : id)
        }}
      />
      {!sound.success && <p className="polygon-map-notice">{intl.formatMessage({ id: 'plan.boundaryFirst' })}</p>}
      {value && (
        <>
          <Suspense fallback={<div className="polygon-input-coming" aria-busy="true" />}>
            <PlanMap
              plan={value}
              outlines={outlines}
              isDisabled={props.disabled}
              onChange={(corners) => {
                setTyped(null)
                onChange({ ...value, corners })
              }}
            />
          </Suspense>
          <label className="polygon-input-row row">
            {intl.formatMessage({ id: 'plan.opacity' })}
            <input
              type="range"
              min={0.1}
              max={1}
              step={0.05}
              disabled={props.disabled}
              value={value.opacity}
              onChange={(event) => onChange({ ...value, opacity: Number(event.target.value) })}
            />
          </label>
          <Input.TextArea
            aria-label={intl.formatMessage({ id: 'plan.corners' })}
            className="polygon-input-corners"
            dir="ltr"
            autoComplete="off"
            rows={4}
            disabled={props.disabled}
            {...(typed !== null && readPlanCorners(typed) === null && { status: 'error' as const })}
            value={text}
            onChange={(event) => {
              const corners = readPlanCorners(event.target.value)
              setTyped(event.target.value)
              if (corners) onChange({ ...value, corners })
            }}
            onBlur={() => {
              // Discards text that is not four corners.
              setTyped(null)
              props.onBlur()
            }}
          />
        </>
      )}
    </div>
  )
}

/** Returns a picture's width divided by its height; 1 if the browser cannot read it. */
async function aspectOf(content: Blob): Promise<number> {
  try {
    const { width, height } = await createImageBitmap(content)
    return width / height
  } catch {
    return 1
  }
}
