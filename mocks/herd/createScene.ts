import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { createFarmLayout } from './farmLayout.ts'
import { type FarmOutline, herdOutlines } from './farmOutlines.ts'
import { createRandom } from './random.ts'
import type { HerdScene, SceneAnimal, ScenePen } from './scene.ts'

export const demoSeed = 20_260_501

const xilinhot: LongitudeLatitude = [116.08, 43.94]

const breeds = ['西门塔尔', '西门塔尔', '西门塔尔', '安格斯', '安格斯', '草原红'] as const

/** Approximate number of animals that stay together. */
const groupHeads = 15

/** Creates a scene around Xilinhot: farms with pens and gateways, and animals with neckbands. The same seed and outlines give the same scene. */
export function createScene(seed: number = demoSeed, outlines: readonly FarmOutline[] = herdOutlines): HerdScene {
  const scene: HerdScene = { seed, farms: [], pens: [], gateways: [], animals: [] }
  const random = createRandom(seed)
  let groups = 0

  for (const outline of outlines) {
    const farm = createFarmLayout({
      ...outline,
      index: scene.farms.length,
      origin: [
        xilinhot[0] + (outline.east * 1000) / (111_320 * Math.cos((xilinhot[1] * Math.PI) / 180)),
        xilinhot[1] + (outline.north * 1000) / 111_320,
      ],
      firstPen: scene.pens.length,
      firstGateway: scene.gateways.length,
      random,
    })
    scene.farms.push(farm)
    scene.pens.push(...farm.pens)
    scene.gateways.push(...farm.gateways)

    farm.pens.forEach((pen, penIndex) => {
      const heads = shareOf(outline.heads, farm.pens.length, penIndex)
      const groupsHere = Math.max(2, Math.round(heads / groupHeads))
      pen.capacity = Math.ceil((heads + 4) / 10) * 10
      for (let head = 0; head < heads; head += 1) {
        farm.animals.push(
          animalOf(scene.animals.length + farm.animals.length, pen, groups + (head % groupsHere), random),
        )
      }
      groups += groupsHere
    })
    scene.animals.push(...farm.animals)
  }
  return scene
}

/** Returns the heads of one of several pens; the first pens get one more each until the remainder is used up. */
function shareOf(heads: number, pens: number, pen: number): number {
  const even = Math.floor(heads / pens)
  return even + (pen < heads - even * pens ? 1 : 0)
}

function animalOf(index: number, pen: ScenePen, group: number, random: () => number): SceneAnimal {
  const bornDaysBefore2026 = Math.floor(420 + random() * 1100)
  return {
    index,
    farm: pen.farm,
    pen,
    group,
    visualTag: `${pen.farm.index + 1}${String(1 + index).padStart(4, '0')}`,
    // Species code 2 for cattle, the county code, a serial number.
    electronicTag: { scheme: 'CN', value: `2152502${String(26_000_001 + index * 7).padStart(8, '0')}` },
    breed: breeds[Math.floor(random() * breeds.length)] ?? breeds[0],
    sex: random() < 0.72 ? 'FEMALE' : 'MALE',
    birthDate: new Date(Date.UTC(2026, 0, 1) - bornDaysBefore2026 * 86_400_000).toISOString().slice(0, 10),
    neckband: `AC233F1${(0x0a00 + index).toString(16).toUpperCase().padStart(5, '0')}`,
  }
}
