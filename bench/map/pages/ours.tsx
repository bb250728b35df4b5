import '@fontsource-variable/inter/wght.css'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { decodeFrame } from '#contract/live/frames.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import words from '#locales/zh-CN.json' with { type: 'json' }
import { FarmMap } from '../../../src/map/FarmMap.tsx'
import { GlideLayer } from '../../../src/map/glide/glideLayer.ts'
import { applyFrame, type HerdColumns } from '../../../src/store/herd/herdColumns.ts'
import { farmBoundary, farmCount, frameBytes, herdAt, steps } from './field.ts'
import { offer } from './probe.ts'

// The wall's map, fed as the store feeds it: bytes of frames, columns in place, a new wrapper.
const count = Number(new URLSearchParams(location.search).get('animals')) / farmCount
const farms = Array.from({ length: farmCount }, (_, farm) => farm)
const scene: Scene = {
  farms: farms.map((farm) => ({
    id: farm + 1,
    name: `${farm + 1} 号牧场`,
    borrowerOrgId: null,
    address: null,
    timeZone: 'Asia/Shanghai',
    windowMinutes: 60,
    boundary: farmBoundary(farm),
    plan: [],
    planImage: null,
  })),
  pens: farms.map((farm) => ({
    id: farm + 1,
    farmId: farm + 1,
    name: `${farm + 1} 号圈`,
    polygon: farmBoundary(farm),
    capacity: null,
    purpose: null,
    zone: null,
    heads: count,
  })),
  gateways: [],
  projects: [],
}
let herds: ReadonlyMap<number, HerdColumns> = new Map()
const listeners = new Set<() => void>()
const source = {
  read: () => herds,
  listen: (onChange: () => void) => (listeners.add(onChange), () => void listeners.delete(onChange)),
}
const frames = farms.map((farm) => Array.from({ length: steps }, (_, step) => frameBytes('delta', farm, count, step)))

// The layers themselves report how many rows they draw, and on which map, so the page stays unchanged.
const drawn = new Map<number, number>()
let map: MapLibreMap | undefined
let onRender: (() => void) | undefined
const drawRows = GlideLayer.prototype.draw
GlideLayer.prototype.draw = function draw(this: GlideLayer) {
  drawRows.call(this)
  const { rows } = this.props
  // Marks on animals keep the version of an earlier frame while none of them changes.
  if ('farmId' in rows && typeof rows.farmId === 'number')
    drawn.set(rows.farmId, Math.max(drawn.get(rows.farmId) ?? 0, rows.version))
}

function applyFrameBytes(bytes: Uint8Array<ArrayBuffer>, roster?: Parameters<typeof applyFrame>[2]): void {
  const frame = decodeFrame(bytes)
  herds = new Map(herds).set(frame.farmId, applyFrame(herds.get(frame.farmId), frame, roster, performance.now() / 1000))
}

const announce = () => {
  for (const listener of listeners) listener()
}

async function update(step: number): Promise<void> {
  for (const farm of farms) applyFrameBytes(frames[farm]![step % steps]!)
  announce()
  const isDrawn = () => farms.every((farm) => (drawn.get(farm + 1) ?? 0) >= (herds.get(farm + 1)?.version ?? 0))
  while (!isDrawn()) {
    await new Promise<void>((resolve) => {
      onRender = resolve
    })
  }
}

for (const farm of farms) {
  const ids = Array.from({ length: count }, (_, slot) => farm * 1_000_000 + slot + 1)
  applyFrameBytes(frameBytes('snapshot', farm, count, 0), {
    farmId: farm + 1,
    animalIds: ids,
    visualTags: ids.map(String),
    penIds: ids.map(() => farm + 1),
  })
}
offer(update, () => map)
const headcounts = new Map(
  farms.map((farm) => [
    farm + 1,
    {
      farmId: farm + 1,
      ledger: count,
      heard: count,
      unverified: 0,
      unaccounted: 0,
      windowMinutes: 60,
      lowBattery: 0,
      neckbands: count,
      at: herdAt,
      lastHeardAt: herdAt,
    },
  ]),
)
const nothing = { gatewayStates: new Map(), alerts: [], focus: { kind: 'all' as const } }

createRoot(document.getElementById('root')!).render(
  <IntlProvider locale="zh-CN" messages={words}>
    <FarmMap
      scene={scene}
      herds={source}
      headcounts={headcounts}
      {...nothing}
      selectedAnimalId={null}
      onMap={(made) => {
        map = made
        made.on('render', () => onRender?.())
        void update(0).then(() => (window.probe.ready = true))
      }}
    />
  </IntlProvider>,
)
