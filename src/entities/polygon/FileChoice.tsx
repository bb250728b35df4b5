import { Alert, Button } from 'antd'
import { useIntl } from 'react-intl'
import { polygonSchema, type Polygon } from '#contract/values/geo.ts'
import { coordinateFault, swapAxes } from '#contract/values/polygonPlaces.ts'
import { Area } from './Area.tsx'
import type { FileOutline } from './files/fileContent.ts'

interface Props {
  offered: readonly FileOutline[]
  /** Polygons near which the right one should lie. */
  known: readonly Polygon[]
  onChoose: (polygon: Polygon) => void
  onCancel: () => void
}

/** Outlines that can be offered at once; further ones are counted. */
const maxOffered = 20

/** Offers the outlines of a file: several polygons, lines as closed fences, latitude and longitude exchanged. */
export function FileChoice({ offered, known, onChoose, onCancel }: Props) {
  const intl = useIntl()
  if (offered.length === 0) return null
  const isSwapped = offered.some(({ polygon }) => coordinateFault(polygon, known) === 'swapped')
  const usable = offered.flatMap(({ polygon, ...one }, place) => {
    const right = isSwapped ? swapAxes(polygon) : polygon
    const name = one.name ?? intl.formatMessage({ id: 'polygon.file.unnamed' }, { number: place + 1 })
    return polygonSchema.safeParse(right).success ? [{ ...one, name, polygon: right, original: polygon }] : []
  })
  const reasonId = isSwapped ? 'polygon.file.swapped' : offered[0]?.isLine ? 'polygon.file.line' : 'polygon.file.choose'
  return (
    <Alert
      type="info"
      showIcon
      title={intl.formatMessage({ id: reasonId }, { count: usable.length })}
      description={
        <ul className="polygon-input-choices">
          {usable.slice(0, maxOffered).map(({ name, polygon, original }, place) => (
            <li key={place} className="row">
              <Button size="small" onClick={() => onChoose(polygon)}>
                {intl.formatMessage({ id: isSwapped ? 'polygon.file.swap' : 'polygon.file.use' }, { name })}
              </Button>
              {isSwapped && polygonSchema.safeParse(original).success && (
                <Button size="small" onClick={() => onChoose(original)}>
                  {intl.formatMessage({ id: 'polygon.file.asIs' })}
                </Button>
              )}
              <Area polygon={polygon} />
            </li>
          ))}
          <li>
            <Button size="small" type="text" onClick={onCancel}>
              {intl.formatMessage({ id: 'action.cancel' })}
            </Button>
          </li>
        </ul>
      }
    />
  )
}
