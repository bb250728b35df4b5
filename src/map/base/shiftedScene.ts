import type { Datum } from '#contract/herd/baseMap.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import type { LongitudeLatitude, Plan } from '#contract/values/geo.ts'
import type { HerdColumns } from '../../store/herd/herdColumns.ts'
import type { HerdSource } from '../../store/herd/herdSource.ts'
import { boundsOf, middleOf, outerRing } from '../geometry.ts'
import type { MapTrack } from '../mapState.ts'
import { conversionOf, convertCorners, convertPolygon } from './datum.ts'

type Shift = (position: LongitudeLatitude) => LongitudeLatitude

/**
 * Returns how far each farm is shifted over a base map, as text, so that it compares equal while the farms stay the same. Empty: no shift.
 * Everything of a farm shifts like its middle, because herds are offsets from an origin. So an animal stays on its side of a fence.
 * The error is about two metres per kilometre from the middle.
 */
export function shiftsOf({ farms }: Pick<Scene, 'farms'>, datum: Datum): string {
  if (datum === 'WGS-84') return ''
  const { toMap } = conversionOf(datum)
  const rows = farms.map(({ id, boundary }) => {
    const middle = middleOf(boundsOf(outerRing(boundary)))
    const drawn = toMap(middle)
    return [id, drawn[0] - middle[0], drawn[1] - middle[1]].join()
  })
  return rows.join(';')
}

function readShifts(shifts: string): (farmId: number) => Shift {
  const byFarm = new Map(
    shifts.split(';').map((row) => {
      const [farmId = 0, east = 0, north = 0] = row.split(',').map(Number)
      return [
        farmId,
        ([longitude, latitude]: LongitudeLatitude): LongitudeLatitude => [longitude + east, latitude + north],
      ]
    }),
  )
  return (farmId) => byFarm.get(farmId) ?? ((position) => position)
}

/** Shifts the scene to match the base map. */
export function shiftScene(scene: Scene, shifts: string): Scene {
  if (shifts === '') return scene
  const shiftOf = readShifts(shifts)
  return {
    ...scene,
    farms: scene.farms.map((farm) => {
      const shift = shiftOf(farm.id)
      return {
        ...farm,
        boundary: convertPolygon(farm.boundary, shift),
        plan: farm.plan.map((feature) => shiftFeature(feature, shift)),
        planImage: farm.planImage && { ...farm.planImage, corners: convertCorners(farm.planImage.corners, shift) },
      }
    }),
    pens: scene.pens.map((pen) => ({ ...pen, polygon: convertPolygon(pen.polygon, shiftOf(pen.farmId)) })),
    gateways: scene.gateways.map((gateway) => {
      const [longitude, latitude] = shiftOf(gateway.farmId)([gateway.longitude, gateway.latitude])
      return { ...gateway, longitude, latitude }
    }),
  }
}

/** Shifts the herds of a scene: a new wrapper per herd, without copying columns. */
export function shiftHerds(source: HerdSource, shifts: string): HerdSource {
  if (shifts === '') return source
  const shiftOf = readShifts(shifts)
  const shifted = new WeakMap<HerdColumns, HerdColumns>()
  const shift = (herd: HerdColumns): HerdColumns => {
    const cached = shifted.get(herd)
    if (cached) return cached
    const [originLongitude, originLatitude] = shiftOf(herd.farmId)([herd.originLongitude, herd.originLatitude])
    const made = { ...herd, originLongitude, originLatitude }
    shifted.set(herd, made)
    return made
  }
  return {
    listen: source.listen,
    read: () => new Map([...source.read()].map(([farmId, herd]) => [farmId, shift(herd)])),
  }
}

/** Shifts the track of an animal with its farm. */
export function shiftTrack(track: MapTrack, shifts: string): MapTrack {
  if (shifts === '') return track
  const shift = readShifts(shifts)(track.farmId)
  return { ...track, pieces: track.pieces.map((piece) => piece.map(shift)), place: track.place && shift(track.place) }
}

function shiftFeature(feature: Plan[number], shift: Shift): Plan[number] {
  const { geometry } = feature
  switch (geometry.type) {
    case 'Polygon':
      return { ...feature, geometry: convertPolygon(geometry, shift) }
    case 'LineString':
      return { ...feature, geometry: { ...geometry, coordinates: geometry.coordinates.map(shift) } }
    case 'Point':
      return { ...feature, geometry: { ...geometry, coordinates: shift(geometry.coordinates) } }
  }
}
