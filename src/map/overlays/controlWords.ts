import type { IntlShape } from 'react-intl'

/** Returns translations of MapLibre's own texts, for its buttons and screen readers. */
export function controlWords(intl: IntlShape): Record<string, string> {
  return {
    'Map.Title': intl.formatMessage({ id: 'map.title' }),
    'Marker.Title': intl.formatMessage({ id: 'farm.place' }),
    'NavigationControl.ZoomIn': intl.formatMessage({ id: 'map.nearer' }),
    'NavigationControl.ZoomOut': intl.formatMessage({ id: 'map.farther' }),
    'FullscreenControl.Enter': intl.formatMessage({ id: 'action.fullScreen' }),
    'FullscreenControl.Exit': intl.formatMessage({ id: 'map.exitFullScreen' }),
  }
}
