import { toInstant } from '../clock.ts'

/** Pictures of the demo, drawn as SVG: pens and troughs for logs, cameras, banners and licences. The same name gives the same picture. */

/** Name of a picture: its kind and a number. */
export const demoPictureName = /^(pen|trough|camera|banner|licence)-(\d{1,3})$/

type DemoPictureKind = 'pen' | 'trough' | 'camera' | 'banner' | 'licence'

/** Offset of the farms' time zone. */
const zoneMs = 8 * 3_600_000
/** Milliseconds for which an animal stands on one spot before a camera. */
const strideMs = 4000

/** Returns a number from 0 up to 1 for some integers. */
function chance(...parts: number[]): number {
  let mixed = 0x9e3779b9
  for (const part of parts) mixed = Math.imul(mixed ^ Math.trunc(part) ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000
}

const skies = [
  ['#b9d6ea', '#f3efe2'],
  ['#9cc3e6', '#e9f2f7'],
  ['#d9c7b4', '#f6e6cf'],
  ['#c3ccd6', '#eceff2'],
] as const
const grounds = ['#b7b075', '#8fa05c', '#c9b98a', '#a7a98c'] as const
const coats = ['#7a3b1e', '#8c4a26', '#2d2624', '#b77a45', '#5a2f1c'] as const

/**
 * Draws a picture.
 * @param name matches `demoPictureName`
 * @param at herd time, epoch ms, by which a camera's animals move
 * @returns null for another name
 */
export function drawDemoPicture(name: string, at: number): string | null {
  const [, kind, digits] = demoPictureName.exec(name) ?? []
  if (kind === undefined || digits === undefined) return null
  const seed = Number(digits)
  if (kind === 'licence') return drawLicence(seed)
  return drawPasture(kind as Exclude<DemoPictureKind, 'licence'>, seed, at)
}

const frame = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`

function drawPasture(kind: Exclude<DemoPictureKind, 'licence'>, seed: number, at: number): string {
  const [width, height] = kind === 'banner' ? [1600, 500] : [960, 600]
  const kindSeed = seed * 7 + { pen: 1, trough: 2, camera: 3, banner: 4 }[kind]
  const [high, low] = skies[kindSeed % skies.length] ?? skies[0]
  const ground = grounds[(kindSeed + 1) % grounds.length] ?? grounds[0]
  const horizon = height * (kind === 'camera' ? 0.26 : 0.42)
  const hills = [0, 1, 2]
    .map((row) => {
      const tops = Array.from({ length: 9 }, (_, place) => {
        const y = horizon - (3 - row) * 16 * (0.4 + chance(kindSeed, row, place)) * (height / 600)
        return `${(place * width) / 8},${y.toFixed(1)}`
      })
      return `<polygon points="0,${horizon + 2} ${tops.join(' ')} ${width},${horizon + 2}" fill="${['#9db0bf', '#8d9f94', '#7f9272'][row]}" opacity="0.8"/>`
    })
    .join('')
  const isStill = kind !== 'camera'
  const heads = { pen: 9, trough: 6, camera: 12, banner: 16 }[kind]
  const animals = Array.from({ length: heads }, (_, place) => {
    const step = isStill ? 0 : Math.floor(at / strideMs / (2 + (place % 3)))
    const drift = isStill ? 0 : (chance(kindSeed, place, step) - 0.5) * 46
    const depth = 0.1 + 0.8 * chance(kindSeed, place, 5)
    const x = width * (0.06 + 0.88 * chance(kindSeed, place, 6)) + drift
    const y = horizon + 26 + (height - horizon - 90) * depth
    return { y, text: drawCow(x, y, (0.42 + 0.75 * depth) * (height / 600) * 1.15, kindSeed + place) }
  })
    .toSorted((one, other) => one.y - other.y)
    .map(({ text }) => text)
    .join('')
  const posts = Array.from(
    { length: 13 },
    (_, place) => `<rect x="${(place * width) / 12 - 3}" y="${horizon + 4}" width="6" height="30" fill="#6d5a45"/>`,
  )
  const fence = `${posts.join('')}<path d="M0 ${horizon + 12}H${width}M0 ${horizon + 23}H${width}" stroke="#7b6850" stroke-width="3"/>`
  const trough =
    kind === 'trough'
      ? `<rect x="${width * 0.2}" y="${height * 0.72}" width="${width * 0.6}" height="44" rx="6" fill="#7d858c"/><rect x="${width * 0.215}" y="${height * 0.73}" width="${width * 0.57}" height="18" rx="6" fill="#9cc4d8"/>`
      : ''
  const stamp =
    kind === 'camera'
      ? `<rect x="0" y="${height - 34}" width="${width}" height="34" fill="#0b1220" opacity="0.55"/><text x="16" y="${height - 11}" font-family="monospace" font-size="20" fill="#eaf1fb">CAM ${seed}  ${toInstant(
          at + zoneMs,
        )
          .slice(0, 19)
          .replace('T', ' ')}</text>`
      : ''
  return frame(
    width,
    height,
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="${ground}"/><rect width="${width}" height="${horizon}" fill="url(#sky)"/>${hills}${fence}${animals}${trough}${stamp}`,
  )
}

function drawCow(x: number, y: number, scale: number, seed: number): string {
  const coat = coats[Math.floor(chance(seed, 11) * coats.length)] ?? coats[0]
  const turn = chance(seed, 12) < 0.5 ? -1 : 1
  const isGrazing = chance(seed, 13) < 0.6
  const head = isGrazing
    ? `<ellipse cx="50" cy="14" rx="13" ry="9" fill="${coat}" transform="rotate(38 50 14)"/><ellipse cx="57" cy="22" rx="6" ry="5" fill="#efe2d0"/>`
    : `<ellipse cx="52" cy="-22" rx="14" ry="10" fill="${coat}"/><ellipse cx="62" cy="-19" rx="6" ry="6" fill="#efe2d0"/>`
  const neck = isGrazing ? 'M30 -14L48 12' : 'M30 -10L48 -20'
  const legs = [-30, -20, 18, 28]
    .map((place) => `<rect x="${place}" y="8" width="7" height="30" rx="3" fill="${coat}"/>`)
    .join('')
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(scale * turn).toFixed(3)} ${scale.toFixed(3)})"><ellipse cx="0" cy="40" rx="48" ry="6" fill="#000" opacity="0.16"/>${legs}<ellipse cx="0" cy="-4" rx="42" ry="21" fill="${coat}"/><path d="${neck}" stroke="${coat}" stroke-width="18" stroke-linecap="round"/><path d="${isGrazing ? 'M36 -12L44 2' : 'M36 -22L44 -6'}" stroke="#f5a623" stroke-width="5"/>${head}<path d="M-42 -8Q-52 8 -47 22" stroke="${coat}" stroke-width="4" fill="none"/></g>`
}

function drawLicence(seed: number): string {
  const lines = Array.from(
    { length: 7 },
    (_, row) =>
      `<rect x="120" y="${250 + row * 42}" width="${300 + 260 * chance(seed, row)}" height="14" rx="4" fill="#7a8799"/>`,
  ).join('')
  return frame(
    960,
    680,
    `<rect width="960" height="680" fill="#f8f3e2"/><rect x="24" y="24" width="912" height="632" fill="none" stroke="#b8902f" stroke-width="8"/><rect x="300" y="90" width="360" height="46" rx="6" fill="#a33"/>${lines}<circle cx="770" cy="520" r="70" fill="none" stroke="#c0392b" stroke-width="8" opacity="0.8"/>`,
  )
}
