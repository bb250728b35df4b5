import '@fontsource-variable/inter/wght.css'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { createColumns } from '#contract/live/frameColumns.ts'
import { decodeFrame, encodeFrame, flags, frameKinds, toAgo } from '#contract/live/frames.ts'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { createHerd } from '#mocks/herd/herd.ts'
import { createScene } from '#mocks/herd/createScene.ts'
import words from '#locales/zh-CN.json' with { type: 'json' }
import { FarmMap } from '../../../src/map/FarmMap.tsx'
import type { Focus } from '../../../src/map/camera/focus.ts'
import { applyFrame, type HerdColumns } from '../../../src/store/herd/herdColumns.ts'

// Shows the map alone with a simulated herd and every mark it can draw, without a server.
const parameters = new URLSearchParams(location.search)
const herdScene = createScene()
const startAt = Date.UTC(2026, 10, 21, 2, 32)
const herd = createHerd(herdScene, { startAt })
const scene: Scene = {
  farms: herdScene.farms.map((farm) => ({
    id: farm.index + 1,
    name: farm.name,
    borrowerOrgId: 1,
    address: farm.address,
    timeZone: farm.timeZone,
    boundary: farm.boundary,
    plan: farm.plan,
    planImage: null,
    windowMinutes: 60,
  })),
  pens: herdScene.pens.map((pen) => ({
    id: pen.index + 1,
    farmId: pen.farm.index + 1,
    name: pen.name,
    polygon: pen.polygon,
    capacity: pen.capacity,
    purpose: pen.purpose,
    zone: null,
    heads: 0,
  })),
  gateways: herdScene.gateways.map((gateway) => ({
    id: gateway.index + 1,
    mac: gateway.mac,
    name: gateway.name,
    farmId: gateway.farm.index + 1,
    farmSlotId: gateway.pen.index + 1,
    longitude: gateway.position[0],
    latitude: gateway.position[1],
  })),
  projects: [],
}

const herds = new Map<number, HerdColumns>()
const listeners = new Set<() => void>()
const source = {
  read: () => herds,
  listen: (onChange: () => void) => (listeners.add(onChange), () => void listeners.delete(onChange)),
}
const slots = new Map(herdScene.animals.map((animal) => [animal.neckband, animal]))
const positions = new Map<number, { at: [number, number]; heardAt: number }>()
let nowAt = startAt
const outsider = herdScene.farms[0]!.pens[2]!
const strayIndex = herdScene.farms[0]!.animals.findIndex((animal) => animal.pen === outsider)
for (const message of herd.advance(startAt + 60_000)) recordPositions(message)
nowAt = startAt + 60_000

function recordPositions(message: ReturnType<typeof herd.advance>[number]): number[] {
  return message.readings.flatMap((reading) => {
    const animal = slots.get(reading.neckband)
    if (!animal || reading.longitude === undefined || reading.latitude === undefined) return []
    positions.set(animal.index, {
      at: [Number(reading.longitude), Number(reading.latitude)],
      heardAt: Number(new Date(reading.at)),
    })
    return [animal.index]
  })
}

function marksOf(farm: number, slot: number): number {
  const animal = herdScene.farms[farm]!.animals[slot]!
  if (farm === 0 && animal.pen === outsider) {
    if (slot === strayIndex) return flags.outside
    if ((slot - strayIndex) % 11 === 1) return flags.unaccounted
  }
  if (farm === 0 && parameters.has('outage') && animal.pen.index === 1) return flags.unverified
  if (farm === 1 && animal.pen.index % 4 === 1) return flags.unverified
  return 0
}

function frameOf(farmIndex: number, sequence: number, changed?: Set<number>) {
  const farm = herdScene.farms[farmIndex]!
  const rows = farm.animals.flatMap((animal, slot) => (!changed || changed.has(animal.index) ? [slot] : []))
  const kind = changed ? frameKinds.delta : frameKinds.snapshot
  const { moves, marks } = createColumns(rows.length, changed ? 0 : rows.length)
  const [originLongitude, originLatitude] = farm.origin
  rows.forEach((slot, row) => {
    const animal = farm.animals[slot]!
    let place = positions.get(animal.index)
    if (farmIndex === 0 && slot === strayIndex) {
      const [longitude, latitude] = farm.pens[2]!.polygon.coordinates[0]![0]!
      place = { at: [longitude - 0.0022, latitude + 0.0006 + (sequence % 10) * 0.00004], heardAt: nowAt - 4000 }
    }
    moves.slots[row] = slot
    moves.longitudeOffsets[row] = place ? place.at[0] - originLongitude : Number.NaN
    moves.latitudeOffsets[row] = place ? place.at[1] - originLatitude : Number.NaN
    const heardAt = place
      ? slot % 6 === 0
        ? nowAt - 20 * 60_000
        : slot % 41 === 5
          ? nowAt - 90 * 60_000
          : place.heardAt
      : Number.NaN
    moves.heardAgo[row] = toAgo(heardAt, nowAt)
    moves.fixedAgo[row] = toAgo(heardAt, nowAt)
    if (changed) return
    marks.slots[row] = slot
    marks.penIds[row] = animal.pen.index + 1
    marks.flags[row] = marksOf(farmIndex, slot)
    marks.batteries[row] = 81
  })
  return decodeFrame(
    encodeFrame(
      { kind, farmId: farmIndex + 1, epoch: 1, sequence, herdAt: nowAt, originLongitude, originLatitude },
      { moves, marks },
    ),
  )
}

herdScene.farms.forEach((farm, index) => {
  const roster = {
    farmId: index + 1,
    animalIds: farm.animals.map((animal) => animal.index + 1),
    visualTags: farm.animals.map((animal) => animal.visualTag),
    penIds: farm.animals.map(({ pen }) => pen.index + 1),
  }
  herds.set(index + 1, applyFrame(undefined, frameOf(index, 1), roster, performance.now() / 1000))
})
let sequence = 1
if (!parameters.has('still')) {
  setInterval(() => {
    nowAt += 1000
    sequence++
    const changed = new Set(herd.advance(nowAt).flatMap(recordPositions))
    herdScene.farms.forEach((farm, index) => {
      const changedOnFarm = new Set(farm.animals.map((animal) => animal.index).filter((animal) => changed.has(animal)))
      if (index === 0) changedOnFarm.add(farm.animals[strayIndex]!.index)
      herds.set(
        index + 1,
        applyFrame(herds.get(index + 1), frameOf(index, sequence, changedOnFarm), undefined, performance.now() / 1000),
      )
    })
    for (const listener of listeners) listener()
  }, 1000)
}

const headcounts = new Map(
  herdScene.farms.map((farm, index): [number, LiveHeadcount] => {
    const all = farm.animals.map((_, slot) => marksOf(index, slot))
    const unaccounted = all.filter((mark) => mark & flags.unaccounted).length
    const unverified = all.filter((mark) => mark & flags.unverified).length
    const ledger = farm.animals.length
    return [
      index + 1,
      {
        farmId: index + 1,
        ledger,
        heard: ledger - unaccounted - unverified,
        unverified,
        unaccounted,
        windowMinutes: 60,
        lowBattery: 0,
        neckbands: ledger,
        at: nowAt,
        lastHeardAt: nowAt,
      },
    ]
  }),
)
const gatewayStates = new Map(
  herdScene.gateways.map((gateway) => [
    gateway.index + 1,
    gateway.farm.index === 1 && gateway.pen.index % 4 === 1 ? ('OFFLINE' as const) : ('ONLINE' as const),
  ]),
)

const alert = (fields: Partial<Alert> & Pick<Alert, 'id' | 'kind' | 'severity' | 'farmId'>): Alert => ({
  changeId: fields.id,
  subjectType: 'ANIMAL',
  subjectId: 1,
  subjectName: '',
  farmSlotId: null,
  animalId: null,
  raisedAt: new Date(startAt).toISOString(),
  sinceAt: new Date(startAt).toISOString(),
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
  detail: {},
  ...fields,
})
const alerts: Alert[] = [
  alert({
    id: 1,
    kind: 'LEFT_PEN',
    severity: 'CRITICAL',
    farmId: 1,
    farmSlotId: outsider.index + 1,
    animalId: herdScene.farms[0]!.animals[strayIndex]!.index + 1,
    detail: { metresOutside: 180 },
  }),
  alert({ id: 2, kind: 'SITE_OUTAGE', severity: 'MAJOR', farmId: 2, subjectType: 'FARM', subjectId: 2 }),
  alert({
    id: 3,
    kind: 'LOW_BATTERY',
    severity: 'MINOR',
    farmId: 1,
    animalId: herdScene.farms[0]!.animals[10]!.index + 1,
  }),
  alert({
    id: 4,
    kind: 'LOW_BATTERY',
    severity: 'MINOR',
    farmId: 3,
    animalId: herdScene.farms[2]!.animals[10]!.index + 1,
  }),
]

function Look() {
  const [selected, setSelected] = useState<number | null>(Number(parameters.get('select')) || null)
  const [focus] = useState<Focus>(() =>
    parameters.has('farm')
      ? { kind: 'farm', farmId: Number(parameters.get('farm')) }
      : parameters.has('animal')
        ? { kind: 'animal', animalId: Number(parameters.get('animal')) }
        : { kind: 'all' },
  )
  return (
    <IntlProvider locale="zh-CN" messages={words}>
      <FarmMap
        scene={scene}
        herds={source}
        headcounts={headcounts}
        gatewayStates={gatewayStates}
        alerts={alerts}
        herdAt={nowAt}
        selectedAnimalId={selected}
        onSelectAnimal={(id) => {
          setSelected(id)
          document.title = String(id)
        }}
        focus={focus}
        currentFarmId={1}
        onSelectFarm={() => undefined}
      />
    </IntlProvider>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Look />
  </StrictMode>,
)
