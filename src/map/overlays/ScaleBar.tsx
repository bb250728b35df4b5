import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { metresPerPixel, roundMetres } from '../geometry.ts'
import { gridPixels } from '../layers/grid.ts'

interface Props {
  map: MapLibreMap
  scale: number
}

/** Round distance in the user's language, as long as one grid square. */
export function ScaleBar({ map, scale }: Props) {
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
  return (
    <div className="farm-map-scale" style={{ inlineSize: metres / metresInPixel }}>
      {metres >= 1000 ? (
        <FormattedMessage id="map.scale.kilometres" values={{ distance: <FormattedNumber value={metres / 1000} /> }} />
      ) : (
        <FormattedMessage id="map.scale.metres" values={{ distance: <FormattedNumber value={metres} /> }} />
      )}
    </div>
  )
}

function measure(map: MapLibreMap): number {
  return metresPerPixel(map.getCenter().lat, map.getZoom())
}
