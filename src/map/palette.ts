/** Red, green, blue, 0-255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The wall's colours. Grey when normal: a colour means something is abnormal, and is never the only sign of it; shape,
 * pattern and word say the same. The hues are told apart by colour-blind people (Okabe and Ito).
 */
export const wall = {
  ground: '#0a111c',
  panel: '#101a2a',
  hairline: '#1f2d44',
  words: '#eaf1fb',
  wordsQuiet: '#a9b8cf',
  wordsFaint: '#6f819d',
  normal: '#7e96b8',
  critical: '#ff5a36',
  major: '#f5a623',
  minor: '#f0e442',
  unverified: '#b38cd9',
  live: '#4cc38a',

  land: '#0e1828',
  coast: '#22324b',
  grid: '#121d2f',
  boundary: '#5c7190',
  penLine: '#8296b4',
  penFill: '#7e96b8',
  water: '#14304f',
  stream: '#16345a',
  track: '#24344e',
  building: '#1b2940',
  feed: '#34486a',
  dot: '#f2f6fc',
  dotOld: '#7d8797',
} as const

export type Palette = { readonly [Name in keyof typeof wall]: string }

/** `#rrggbb` as deck.gl wants it, with an alpha of 0-255. */
export function rgba(hex: string, alpha = 255): [number, number, number, number] {
  return [...rgb(hex), alpha]
}

export function rgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
