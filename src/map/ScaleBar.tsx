import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { metresPerPixel, roundMetres } from './geometry.ts'
import { gridPixels } from './layers/grid.ts'

interface Props {
  map: MapLibreMap
  scale: number
}

/** A round distance in the reader's language; one square of the grid is as long. */
export function ScaleBar({ map, scale }: Props) {
  const intl = useIntl()
  const [metresInPixel, setMetresInPixel] = useState(() => measure(map))
  useEffect(() => {
    const update = () => setMetresInPixel(measure(map))
    const moves = map.on('move', update)
    const resizes = map.on('resize', update)
    update()
    return () => {
      moves.unsubscribe()
      resizes.unsubscribe()
    }
  }, [map])
  const metres = roundMetres(gridPixels * scale * metresInPixel)
  const [value, unit] = metres >= 1000 ? [metres / 1000, 'kilometer'] : [metres, 'meter']
  return (
    <div className="farm-map-scale" style={{ inlineSize: metres / metresInPixel }}>
      {intl.formatNumber(value, { style: 'unit', unit, unitDisplay: intl.locale.startsWith('zh') ? 'long' : 'short' })}
    </div>
  )
}

function measure(map: MapLibreMap): number {
  return metresPerPixel(map.getCenter().lat, map.getZoom())
}
