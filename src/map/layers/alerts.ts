import { PathStyleExtension, type PathStyleExtensionProps } from '@deck.gl/extensions'
import { PathLayer } from '@deck.gl/layers'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { centreOf, outerRing } from '../geometry.ts'
import type { FollowMark } from '../glide/glideRows.ts'
import { isDrawn, type HerdColumns } from '../../store/herd/herdColumns.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'
import { severityTrouble, worse, type Trouble } from '../trouble.ts'
import { gliding } from './animals.ts'
import { standing } from './gateways.ts'

interface Leash {
  path: LongitudeLatitude[]
  trouble: 'critical' | 'major' | 'minor'
}

const dashes = new PathStyleExtension({ dash: true })

/** Draws rings around the subjects of alerts in the shape of the severity, and a line back to the pen that an animal left. */
export function alertRings(state: MapState) {
  const { scene, alerts } = state
  const byAnimal = new Map<number, Alert[]>()
  for (const alert of alerts) {
    // Silent animals have their own mark, and outages the pen's hatching; rings would only hide them.
    if (alert.animalId === null || alert.kind === 'NECKBAND_SILENT') continue
    const those = byAnimal.get(alert.animalId)
    if (those) those.push(alert)
    else byAnimal.set(alert.animalId, [alert])
  }
  const rings = nearHerds(state).map((herd) => {
    const marks: FollowMark[] = []
    const leashes: Leash[] = []
    if (byAnimal.size > 0) {
      for (let slot = 0; slot < herd.count; slot++) {
        const those = byAnimal.get(herd.animalIds[slot]!)
        if (!those || !isDrawn(herd, slot)) continue
        const trouble = those.map((alert) => severityTrouble(alert.severity)).reduce<Trouble>(worse, 'normal')
        if (!isRing(trouble)) continue
        marks.push({ slot, symbol: trouble })
        const left = those.find(({ kind }) => kind === 'LEFT_PEN' || kind === 'LEFT_FARM')
        const pen = left && scene.pens.find(({ id }) => id === (left.farmSlotId ?? herd.penIds[slot]))
        if (pen) leashes.push({ path: bend(positionOf(herd, slot), centreOf(outerRing(pen.polygon))), trouble })
      }
    }
    return { herd, marks, leashes }
  })
  return [
    ...leashLayer(
      rings.flatMap((ring) => ring.leashes),
      state,
    ),
    ...rings
      .filter((ring) => ring.marks.length > 0)
      .map(({ herd, marks }) => gliding(`alert-rings-${herd.farmId}`, herd, state, marks)),
  ]
}

/** Draws rings around gateways with alerts. */
export function alertedGateways({ scene, alerts, nearFarmIds, palette, scale }: MapState) {
  const places = alerts.flatMap(({ subjectType, subjectId, severity }) => {
    const gateway = subjectType === 'GATEWAY' ? scene.gateways.find(({ id }) => id === subjectId) : undefined
    const trouble = severityTrouble(severity)
    if (!gateway || !nearFarmIds.has(gateway.farmId) || !isRing(trouble)) return []
    return [{ at: [gateway.longitude, gateway.latitude] as LongitudeLatitude, symbol: trouble }]
  })
  return standing('alert-gateways', places, palette, scale)
}

function leashLayer(leashes: Leash[], { palette, scale }: MapState) {
  if (leashes.length === 0) return []
  return [
    new PathLayer<Leash, PathStyleExtensionProps<Leash>>({
      id: 'alert-leashes',
      data: leashes,
      getPath: (leash) => leash.path,
      getColor: (leash) => toRgba(palette[leash.trouble]),
      getWidth: 2 * scale,
      widthUnits: 'pixels',
      jointRounded: true,
      getDashArray: [4, 3],
      extensions: [dashes],
    }),
  ]
}

export function selection(state: MapState) {
  for (const herd of nearHerds(state)) {
    const slot = state.selectedAnimalId === null ? -1 : herd.animalIds.indexOf(state.selectedAnimalId)
    if (slot >= 0 && isDrawn(herd, slot)) return [gliding('selection', herd, state, [{ slot, symbol: 'selected' }])]
  }
  return []
}

function nearHerds({ herds, nearFarmIds }: MapState): HerdColumns[] {
  return [...herds.values()].filter((herd) => nearFarmIds.has(herd.farmId))
}

function isRing(trouble: Trouble): trouble is Leash['trouble'] {
  return trouble === 'critical' || trouble === 'major' || trouble === 'minor'
}

function positionOf(herd: HerdColumns, slot: number): LongitudeLatitude {
  return [herd.originLongitude + herd.longitudeOffsets[slot]!, herd.originLatitude + herd.latitudeOffsets[slot]!]
}

/** Returns a slightly curved line, which does not look like a fence or a track. */
function bend(from: LongitudeLatitude, to: LongitudeLatitude): LongitudeLatitude[] {
  // Always curves upwards, as the text about an animal stands below it.
  const side = to[0] >= from[0] ? 0.16 : -0.16
  const middle = [
    (from[0] + to[0]) / 2 - (to[1] - from[1]) * side,
    (from[1] + to[1]) / 2 + (to[0] - from[0]) * side,
  ] as const
  return Array.from({ length: 25 }, (_, i) => {
    const t = i / 24
    const weights = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2] as const
    return [
      weights[0] * from[0] + weights[1] * middle[0] + weights[2] * to[0],
      weights[0] * from[1] + weights[1] * middle[1] + weights[2] * to[1],
    ]
  })
}
