/**
 * All colours of the product. CSS gets them as variables (`colourSheet.ts`), antd as tokens (`theme.ts`), map and charts directly.
 * No other file of the console defines a colour.
 */

/** Shades of a theme colour: `fill` is readable below white text and as a link on white; `glow` is the dark mode's equivalent. */
export interface Primary {
  theme: string
  fill: string
  fillOver: string
  tint: string
  glow: string
  glowOver: string
  glowTint: string
}

export const primaries = {
  blue: {
    theme: '#1890ff',
    fill: '#096dd9',
    fillOver: '#0050b3',
    tint: '#f0f7ff',
    glow: '#4aa3ff',
    glowOver: '#7dbdff',
    glowTint: '#12304f',
  },
  indigo: {
    theme: '#2f54eb',
    fill: '#2f54eb',
    fillOver: '#1d39c4',
    tint: '#f0f5ff',
    glow: '#85a5ff',
    glowOver: '#adc6ff',
    glowTint: '#1c2a57',
  },
  purple: {
    theme: '#722ed1',
    fill: '#722ed1',
    fillOver: '#531dab',
    tint: '#f9f0ff',
    glow: '#b37feb',
    glowOver: '#d3adf7',
    glowTint: '#2f1a4d',
  },
  cyan: {
    theme: '#13c2c2',
    fill: '#006d75',
    fillOver: '#00474f',
    tint: '#e6fffb',
    glow: '#36cfc9',
    glowOver: '#5cdbd3',
    glowTint: '#0b3536',
  },
  green: {
    theme: '#52c41a',
    fill: '#237804',
    fillOver: '#135200',
    tint: '#f6ffed',
    glow: '#73d13d',
    glowOver: '#95de64',
    glowTint: '#1c3a12',
  },
  orange: {
    theme: '#fa8c16',
    fill: '#ad4e00',
    fillOver: '#873800',
    tint: '#fff7e6',
    glow: '#ffa940',
    glowOver: '#ffd591',
    glowTint: '#40280a',
  },
  red: {
    theme: '#f5222d',
    fill: '#cf1322',
    fillOver: '#a8071a',
    tint: '#fff1f0',
    glow: '#ff7875',
    glowOver: '#ffa39e',
    glowTint: '#45191a',
  },
} as const satisfies Record<string, Primary>

export type PrimaryName = keyof typeof primaries
export const primaryNames = Object.keys(primaries) as PrimaryName[]

/** Console in light mode. `raised` is one step above the panel; `edge` bounds inputs and buttons. */
export const light = {
  ground: '#f4f6f9',
  panel: '#ffffff',
  elevated: '#ffffff',
  raised: '#f8fafc',
  hairline: '#e6eaf0',
  edge: '#d3dae4',
  words: '#1b2432',
  wordsQuiet: '#5a6779',
  wordsFaint: '#637088',
  onPrimary: '#ffffff',
  onCritical: '#ffffff',
  tooltip: '#1b2432',
  critical: '#b42a0c',
  criticalEdge: '#f3b9a8',
  criticalGround: '#ffe9e2',
  major: '#8a5200',
  majorSign: '#c97a00',
  majorEdge: '#f0cf94',
  majorGround: '#fff3dc',
  minor: '#6d5f00',
  minorGround: '#fbf7cf',
  unverified: '#7246a8',
  unverifiedGround: '#f3eafd',
  live: '#157a3b',
  liveEdge: '#a6d9b8',
  liveGround: '#e4f6ea',
  neutralGround: '#eef1f5',
  normal: '#7e96b8',
  shade: '#101e36',
  shadow: '0 6px 24px #101e361f',
} as const

export type ConsoleColours = { readonly [Name in keyof typeof light]: string }

export const dark: ConsoleColours = {
  ground: '#0d131d',
  panel: '#151d2a',
  elevated: '#1d2838',
  raised: '#1a2433',
  hairline: '#263246',
  edge: '#3a4960',
  words: '#e7edf6',
  wordsQuiet: '#a9b6c9',
  wordsFaint: '#8d9bb1',
  onPrimary: '#06182c',
  onCritical: '#2b0c04',
  tooltip: '#33425a',
  critical: '#ff8a6b',
  criticalEdge: '#8a3d28',
  criticalGround: '#45190e',
  major: '#f7b84b',
  majorSign: '#f7b84b',
  majorEdge: '#7a5a1e',
  majorGround: '#3f2b08',
  minor: '#efe45a',
  minorGround: '#37320a',
  unverified: '#c8a6ea',
  unverifiedGround: '#33214a',
  live: '#5ad298',
  liveEdge: '#2a6a4a',
  liveGround: '#0f3524',
  neutralGround: '#232e40',
  normal: '#7e96b8',
  shade: '#000000',
  shadow: '0 6px 24px #00000073',
}

/** Colours for red-green colour blindness, by Okabe and Ito. */
export const weakLight = {
  critical: '#a83f00',
  criticalGround: '#ffe6d3',
  major: '#7a5600',
  majorSign: '#7a5600',
  live: '#00589c',
  liveEdge: '#9cc7e8',
  liveGround: '#e0f0fb',
} as const
export const weakDark = {
  critical: '#ff9a4d',
  criticalGround: '#4a2405',
  major: '#f0c85a',
  majorSign: '#f0c85a',
  live: '#6cc0f5',
  liveEdge: '#2b5f85',
  liveGround: '#0c2f47',
} as const

/** Dark navigation, header and bars of the light console. */
export const night = {
  panel: '#0a1524',
  raised: '#152338',
  hairline: '#1d2b41',
  edge: '#33445e',
  words: '#eaf1fb',
  wordsQuiet: '#b9c5d6',
  wordsFaint: '#93a3ba',
  onPrimary: '#06182c',
  neutralGround: '#17263c',
  live: '#5ad298',
  major: '#f7b84b',
  critical: '#ff8a6b',
} as const

/**
 * The wall is grey when all is normal. A colour marks a problem and is never its only sign: shape, pattern and text say the same.
 * The hues are distinguishable for colour-blind people (Okabe and Ito).
 */
export const wall = {
  ground: '#0a111c',
  panel: '#101a2a',
  raised: '#16233a',
  over: '#1d2c45',
  hairline: '#1f2d44',
  edge: '#33496c',
  words: '#eaf1fb',
  wordsBright: '#c3d0e4',
  wordsQuiet: '#a9b8cf',
  wordsFaint: '#7f90ac',
  focus: '#6db3ff',
  normal: '#7e96b8',
  normalLine: '#a9bfdd',
  critical: '#ff5a36',
  criticalWords: '#ffd9cf',
  criticalGround: '#33161a',
  onCritical: '#1c0500',
  major: '#f5a623',
  majorEdge: '#8a6220',
  onMajor: '#14100a',
  minor: '#f0e442',
  stale: '#f3d9a0',
  staleGround: '#2a2417',
  unverified: '#b38cd9',
  unverifiedWords: '#cdb2ea',
  unverifiedGround: '#2b2440',
  live: '#4cc38a',
  dot: '#f2f6fc',
  dotOld: '#7d8797',
  penLine: '#8296b4',
  boundary: '#5c7190',
  land: '#0e1828',
  coast: '#22324b',
  grid: '#121d2f',
  water: '#14304f',
  stream: '#16345a',
  track: '#24344e',
  building: '#1b2940',
  feed: '#34486a',
} as const

export type WallColours = { readonly [Name in keyof typeof wall]: string }

/** Colours for machine reading by cameras: dark on light in every theme. */
export const paper = { ink: '#000000', ground: '#ffffff' } as const
