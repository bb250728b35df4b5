import './polygon.css'
import { ImportOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { polygonSchema, type Polygon } from '#contract/values/geo.ts'
import { coordinateFault } from '#contract/values/polygonPlaces.ts'
import { bindingOf, type FieldControlProps } from '../../form/controls/controlProps.ts'
import type { FieldErrors } from '../../form/values/fieldErrors.ts'
import type { Outline } from '../../map/editing/Surroundings.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { Area } from './Area.tsx'
import { readCorners, writeCorners } from './corners.ts'
import { FileChoice } from './FileChoice.tsx'
import type { FileOutline } from './files/fileContent.ts'
import { maxFileBytes, readOutlines, type FileFault } from './polygonFile.ts'
import { useHistory } from './useHistory.ts'
import { WrongCorners } from './WrongCorners.tsx'

const PolygonMap = lazyChunk(async () => (await import('../../map/editing/PolygonMap.tsx')).PolygonMap)

interface Props extends FieldControlProps<Polygon> {
  value: Polygon | null
  errors: FieldErrors
  outlines: readonly Outline[]
}

/** Input for a polygon: drawn on the map, typed corner by corner, or read from a file. All three show the same polygon. */
export function PolygonInput({ value, onChange, errors, outlines, ...props }: Props) {
  const intl = useIntl()
  const [typed, setTyped] = useState<{ text: string; polygon: Polygon | null } | null>(null)
  const [fault, setFault] = useState<FileFault | null>(null)
  /** Outlines of a file that the person must choose from or confirm. */
  const [offered, setOffered] = useState<readonly FileOutline[]>([])
  const file = useRef<HTMLInputElement>(null)
  const history = useHistory(value, (polygon) => {
    setTyped(null)
    onChange(polygon)
  })
  const isTyping = typed !== null && typed.polygon === value
  const text = isTyping ? typed.text : value ? writeCorners(value) : ''
  const sound = value !== null && polygonSchema.safeParse(value).success ? value : null

  function change(polygon: Polygon | null) {
    history.note()
    setTyped(null)
    onChange(polygon)
  }
  function type(next: string) {
    if (!isTyping) history.note()
    const polygon = readCorners(next)
    setTyped({ text: next, polygon })
    onChange(polygon)
  }
  async function read(chosen: File) {
    const found = chosen.size > maxFileBytes ? 'tooLarge' : readOutlines(await chosen.text())
    const neighbours = outlines.map((outline) => outline.polygon)
    const isUsable = ({ polygon }: FileOutline) =>
      coordinateFault(polygon, neighbours) !== null || polygonSchema.safeParse(polygon).success
    const places =
      typeof found === 'string' ? [] : found.some((outline) => isUsable(outline)) ? found.filter(isUsable) : found
    const [first, ...others] = places.some(({ isLine }) => !isLine) ? places.filter(({ isLine }) => !isLine) : places
    const wrong = first ? coordinateFault(first.polygon, neighbours) : null
    // Until a polygon is sound and chosen, what was typed stays.
    setOffered([])
    if (first === undefined || typeof found === 'string')
      return setFault(typeof found === 'string' ? found : 'noPolygon')
    if (wrong === 'metres' || wrong === 'offEarth') return setFault(wrong)
    if (wrong === null && !polygonSchema.safeParse(first.polygon).success) return setFault('unreadable')
    setFault(null)
    if (wrong === 'swapped' || first.isLine || others.length > 0) setOffered([first, ...others])
    else change(first.polygon)
  }
  function choose(polygon: Polygon) {
    setOffered([])
    change(polygon)
  }

  return (
    <div className="polygon-input">
      <Suspense fallback={<div className="polygon-input-coming" aria-busy="true" />}>
        <PolygonMap
          polygon={sound}
          outlines={outlines}
          isDisabled={props.disabled}
          canUndo={history.canUndo}
          canRedo={history.canRedo}
          onChange={change}
          onUndo={history.undo}
          onRedo={history.redo}
        />
      </Suspense>
      <div className="polygon-input-row row">
        {sound && <Area polygon={sound} />}
        <Button
          size="small"
          icon={<ImportOutlined aria-hidden />}
          disabled={props.disabled}
          onClick={() => file.current?.click()}
        >
          {intl.formatMessage({ id: 'polygon.import' })}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={intl.formatMessage({ id: 'polygon.import' })}
          accept=".geojson,.json,.kml,.gpx,.wkt,.txt,application/geo+json,application/vnd.google-earth.kml+xml,application/gpx+xml"
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            event.target.value = ''
            if (chosen) void read(chosen)
          }}
        />
      </div>
      {fault && (
        <p className="polygon-input-fault" role="alert">
          {intl.formatMessage({ id: `polygon.file.${fault}` }, { megabytes: maxFileBytes / 1_000_000 })}
        </p>
      )}
      <FileChoice
        offered={offered}
        known={outlines.map(({ polygon }) => polygon)}
        onChoose={choose}
        onCancel={() => setOffered([])}
      />
      <Input.TextArea
        {...bindingOf(props)}
        className="polygon-input-corners"
        dir="ltr"
        autoComplete="off"
        autoSize={{ minRows: 3, maxRows: 8 }}
        placeholder={intl.formatMessage({ id: 'polygon.corners' })}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {props['aria-invalid'] && <WrongCorners errors={errors} />}
    </div>
  )
}
