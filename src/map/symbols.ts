import type { WallColours } from '../theme/colours.ts'

type Shape = 'circle' | 'square' | 'octagon' | 'diamond' | 'triangle' | 'cross'

export interface SymbolLook {
  shape: Shape
  colour: keyof WallColours
  /** Half the size, in design pixels (screen width 1920). */
  radiusPixels: number
  /** Line width; 0: the shape is filled. */
  strokePixels: number
  /** Opacity of the fill of an outlined shape, in the symbol's colour or, for `blank`, the ground's. */
  fill?: number
  blank?: true
  pattern?: 'dashed' | 'crossed' | 'hatched'
  opacity?: number
}

/**
 * Every symbol on the map, drawn by one shader and, in the legend, by one SVG.
 * Symbols that differ in colour also differ in shape or pattern.
 */
export const symbolLooks = {
  fresh: { shape: 'circle', colour: 'dot', radiusPixels: 4.2, strokePixels: 0 },
  aged: { shape: 'circle', colour: 'dotOld', radiusPixels: 4.2, strokePixels: 0 },
  stale: { shape: 'circle', colour: 'dotOld', radiusPixels: 3.6, strokePixels: 1.2, opacity: 0.8 },
  unverified: { shape: 'circle', colour: 'unverified', radiusPixels: 4.6, strokePixels: 1.8, pattern: 'dashed' },
  unaccounted: { shape: 'cross', colour: 'major', radiusPixels: 7.6, strokePixels: 0 },
  outside: { shape: 'circle', colour: 'critical', radiusPixels: 4.6, strokePixels: 0 },

  critical: { shape: 'octagon', colour: 'critical', radiusPixels: 25, strokePixels: 4, fill: 0.12 },
  major: { shape: 'diamond', colour: 'major', radiusPixels: 16, strokePixels: 2.6, fill: 0.1 },
  minor: { shape: 'triangle', colour: 'minor', radiusPixels: 9, strokePixels: 2 },
  selected: { shape: 'circle', colour: 'words', radiusPixels: 12, strokePixels: 2.4 },

  moment: { shape: 'square', colour: 'words', radiusPixels: 6, strokePixels: 0 },

  gateway: { shape: 'square', colour: 'words', radiusPixels: 6.6, strokePixels: 2, blank: true, fill: 0.9 },
  gatewayOffline: {
    shape: 'square',
    colour: 'unverified',
    radiusPixels: 6.6,
    strokePixels: 2,
    blank: true,
    fill: 0.9,
    pattern: 'crossed',
  },
  gatewayNeverSeen: {
    shape: 'square',
    colour: 'wordsFaint',
    radiusPixels: 6.6,
    strokePixels: 1.4,
    blank: true,
    fill: 0.9,
    opacity: 0.8,
  },

  farm: { shape: 'circle', colour: 'normal', radiusPixels: 11, strokePixels: 0 },
  farmUnverified: { shape: 'circle', colour: 'unverified', radiusPixels: 11, strokePixels: 2, pattern: 'hatched' },
  farmMinor: { shape: 'triangle', colour: 'minor', radiusPixels: 8, strokePixels: 0 },
  farmMajor: { shape: 'diamond', colour: 'major', radiusPixels: 12, strokePixels: 0 },
  farmCritical: { shape: 'octagon', colour: 'critical', radiusPixels: 12, strokePixels: 0 },
} as const satisfies Record<string, SymbolLook>

export type SymbolName = keyof typeof symbolLooks
export const symbolNames = Object.keys(symbolLooks) as SymbolName[]

/** First byte that names a symbol directly; smaller bytes are the contract's animal flags, from which the shader derives the symbol. */
export const firstSymbolByte = 64

export function symbolByte(name: SymbolName): number {
  return firstSymbolByte + symbolNames.indexOf(name)
}
