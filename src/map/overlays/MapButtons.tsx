import type { Map as MapLibreMap } from 'maplibre-gl'
import { useIntl } from 'react-intl'

interface Props {
  map: Pick<MapLibreMap, 'zoomIn' | 'zoomOut'>
  /** Shows all farms. */
  onHome: () => void
}

const stepMs = 250

/** Buttons to zoom in, zoom out and show all farms, usable by keyboard. */
export function MapButtons({ map, onHome }: Props) {
  const intl = useIntl()
  const buttons = [
    {
      label: intl.formatMessage({ id: 'map.nearer' }),
      path: 'M10 4v12M4 10h12',
      run: () => map.zoomIn({ duration: stepMs }),
    },
    {
      label: intl.formatMessage({ id: 'map.farther' }),
      path: 'M4 10h12',
      run: () => map.zoomOut({ duration: stepMs }),
    },
    { label: intl.formatMessage({ id: 'map.home' }), path: 'M3 10.5 10 4l7 6.5M5.5 9v7h9V9', run: onHome },
  ]
  return (
    <div className="farm-map-buttons">
      {buttons.map(({ label, path, run }) => (
        <button key={label} type="button" title={label} aria-label={label} onClick={run}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
    </div>
  )
}
