import type { Alert } from '#contract/alerts/alerts.ts'
import { flags, frameKinds, toAgo, type Frame } from '#contract/live/frames.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { applyFrame, type HerdColumns } from '../store/herd/herdColumns.ts'
import type { MapState } from './mapState.ts'
import { wall } from '../theme/colours.ts'
import { countPens } from './penCounts.ts'

const herdAt = Date.UTC(2026, 4, 1)

function box(longitude: number, latitude: number, degrees: number): Polygon {
  const [east, north] = [longitude + degrees, latitude + degrees]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [longitude, latitude],
        [east, latitude],
        [east, north],
        [longitude, north],
        [longitude, latitude],
      ],
    ],
  }
}

/** Returns four animals of farm 1: heard, unverified and unaccounted in pen 11, one outside pen 12. */
export function testHerd(): HerdColumns {
  const marks = [0, flags.unverified, flags.unaccounted, flags.outside]
  const frame: Frame = {
    kind: frameKinds.snapshot,
    farmId: 1,
    epoch: 1,
    sequence: 1,
    herdAt,
    originLongitude: 116,
    originLatitude: 44,
    moves: {
      slots: Uint32Array.from(marks.keys()),
      longitudeOffsets: Float32Array.of(0.001, 0.002, 0.003, -0.002),
      latitudeOffsets: Float32Array.of(0.001, 0.002, 0.003, 0.004),
      heardAgo: Uint32Array.from(marks, () => toAgo(herdAt - 1000, herdAt)),
      fixedAgo: Uint32Array.from(marks, () => toAgo(herdAt - 1000, herdAt)),
    },
    marks: {
      slots: Uint32Array.from(marks.keys()),
      penIds: Uint32Array.of(11, 11, 11, 12),
      flags: Uint8Array.from(marks),
      batteries: Uint8Array.of(80, 80, 80, 81),
    },
  }
  return applyFrame(
    undefined,
    frame,
    {
      farmId: 1,
      animalIds: [101, 102, 103, 104],
      visualTags: ['0101', '0102', '0103', '0104'],
      penIds: [11, 11, 11, 12],
    },
    0,
  )
}

export function testAlert(fields: Partial<Alert> = {}): Alert {
  return {
    id: 1,
    changeId: 1,
    kind: 'LEFT_PEN',
    severity: 'CRITICAL',
    subjectType: 'ANIMAL',
    subjectId: 104,
    subjectName: '0104',
    farmId: 1,
    farmSlotId: 12,
    animalId: 104,
    raisedAt: new Date(herdAt).toISOString(),
    sinceAt: new Date(herdAt).toISOString(),
    clearedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    comment: null,
    version: 1,
    assignedTo: null,
    shelvedAt: null,
    shelvedUntil: null,
    shelvedBecause: null,
    closedAt: null,
    closedBy: null,
    closeCode: null,
    flaps: 0,
    isLate: false,
    detail: { metresOutside: 180.4 },
    ...fields,
  }
}

/** Returns a state with farm 1 near, with two pens, a gateway and its herd, and farm 2 far. */
export function testState(fields: Partial<MapState> = {}): MapState {
  const herd = testHerd()
  const farm = {
    borrowerOrgId: 1,
    address: null,
    timeZone: 'Asia/Shanghai',
    windowMinutes: 60,
    plan: [],
    planImage: null,
  }
  const pen = { farmId: 1, capacity: 60, purpose: null, zone: null, heads: 3 }
  return {
    scene: {
      farms: [
        {
          ...farm,
          id: 1,
          name: '敖包',
          boundary: box(116, 44, 0.01),
          plan: [
            {
              kind: 'stream',
              geometry: {
                type: 'LineString',
                coordinates: [
                  [116, 44],
                  [116.01, 44.01],
                ],
              },
            },
          ],
        },
        { ...farm, id: 2, name: '南河', boundary: box(116.2, 44.1, 0.01) },
      ],
      pens: [
        { ...pen, id: 11, name: '1 号圈', polygon: box(116.001, 44.001, 0.003) },
        { ...pen, id: 12, name: '2 号圈', polygon: box(116.005, 44.001, 0.003) },
      ],
      gateways: [
        { id: 21, mac: 'AC233F000001', name: null, farmId: 1, farmSlotId: 11, longitude: 116.001, latitude: 44.001 },
      ],
      projects: [],
    },
    herds: new Map([[1, herd]]),
    headcounts: new Map([
      [
        1,
        {
          farmId: 1,
          ledger: 4,
          heard: 2,
          unverified: 1,
          unaccounted: 1,
          windowMinutes: 60,
          lowBattery: 0,
          neckbands: 4,
          at: herdAt,
          lastHeardAt: herdAt,
        },
      ],
    ]),
    penCounts: countPens(herd),
    gatewayStates: new Map([[21, 'ONLINE']]),
    alerts: [],
    herdAt,
    selectedAnimalId: null,
    shownAlertId: null,
    track: null,
    nearFarmIds: new Set([1]),
    gridBounds: [116, 44, 116.02, 44.02],
    metresPerPixel: 1,
    words: {
      number: String,
      counted: (part, whole, minutes) => `${part}/${whole} · ${minutes} min`,
      window: (minutes) => `${minutes} min`,
      join: (first, next) => `${first} · ${next}`,
    },
    palette: wall,
    scale: 1,
    characters: '0123456789/ ·min敖包南河号圈',
    glides: true,
    ...fields,
  }
}
