import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import type { HerdSource } from '../../../../store/herd/herdSource.ts'
import { openTestConsole } from '../../../../testConsole.tsx'

interface Drawn {
  scene: Scene
  herds: HerdSource
  alerts: readonly Alert[]
  onView: (view: { farmIds: number[] }) => void
  onSelectFarm: (farmId: number) => void
  onSelectAnimal: (animalId: number | null) => void
}
const drawn: Drawn[] = []
// It has no canvas here, and tests of its own.
vi.mock('../../../../map/FarmMap.tsx', () => ({
  FarmMap: (props: Drawn) => {
    drawn.push(props)
    return <div data-testid="map" />
  },
}))

const console_ = await openTestConsole('pm')
const path = '/dashboard/project/info/3?tab=map'
const patience = { timeout: 15_000 }

test('the present map of a project has the heads of its farms where they are heard now, and leads to them', async () => {
  const { server } = console_
  const { path: at } = await console_.open(path)
  await screen.findByTestId('map', {}, patience)
  const map = () => drawn.at(-1)
  expect(map()?.scene.farms.map(({ id }) => id)).toEqual([1])
  expect(map()?.scene.pens.every(({ farmId }) => farmId === 1)).toBe(true)
  await waitFor(() => expect(map()?.alerts.map(({ farmId }) => farmId)).toContain(1), patience)
  // Only what is in view is sent for.
  expect(map()?.herds.read().size).toBe(0)
  act(() => map()?.onView({ farmIds: [1] }))
  await waitFor(() => expect(map()?.herds.read().get(1)?.count).toBe(3), patience)
  const before = map()?.herds.read().get(1)
  await server.moveTo(server.now + 60_000)
  await server.ingest({ gateway: 'AC233F000001', sentAt: server.now, readings: [{ neckband: 'AC233F100001', at: server.now, longitude: 116.0807, latitude: 43.9399 }] })
  await waitFor(() => expect(map()?.herds.read().get(1)).not.toBe(before), patience)
  act(() => map()?.onSelectAnimal(2))
  await waitFor(() => expect(at()).toBe('/dashboard/animal-monitor/animal/details/2'))
}, 60_000)

test('a farm of it leads to the monitor', async () => {
  const { path: at } = await console_.open(path)
  await screen.findByTestId('map', {}, patience)
  act(() => drawn.at(-1)?.onSelectFarm(1))
  await waitFor(() => expect(at()).toContain('/dashboard/animal-monitor/monitor?farm=1'))
}, 40_000)
