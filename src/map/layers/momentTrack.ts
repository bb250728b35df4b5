import { PathLayer } from '@deck.gl/layers'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'
import { standing } from './gateways.ts'

/** Draws the track of an animal around an instant, and a square at its position then. */
export function momentTrack({ track, palette, scale }: MapState) {
  if (track === null) return []
  return [
    new PathLayer<LongitudeLatitude[]>({
      id: 'track',
      data: track.pieces,
      getPath: (piece) => piece,
      getColor: toRgba(palette.words, 190),
      getWidth: 2.4 * scale,
      widthUnits: 'pixels',
      jointRounded: true,
      capRounded: true,
    }),
    standing('track-moment', track.place === null ? [] : [{ at: track.place, symbol: 'moment' }], palette, scale),
  ].flat()
}
