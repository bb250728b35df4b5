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

const console_ = openTestConsole('pm')
const path = '/dashboard/project/info/3?tab=map'

test('shows the latest positions of the project’s heads', async () => {
  const { server } = console_
  const { path: at } = await console_.open(path)
  await screen.findByTestId('map')
  const map = () => drawn.at(-1)
  expect(map()?.scene.farms.map(({ id }) => id)).toEqual([1])
  expect(map()?.scene.pens.every(({ farmId }) => farmId === 1)).toBe(true)
  await waitFor(() => expect(map()?.alerts.map(({ farmId }) => farmId)).toContain(1))
  // Only what is in view is sent for.
  expect(map()?.herds.read().size).toBe(0)
  act(() => map()?.onView({ farmIds: [1] }))
  await waitFor(() => expect(map()?.herds.read().get(1)?.count).toBe(3))
  const before = map()?.herds.read().get(1)
  await server.moveTo(server.now + 60_000)
  await server.ingest({
    gateway: 'AC233F000001',
    sentAt: server.now,
    readings: [{ neckband: 'AC233F100001', at: server.now, longitude: 116.0807, latitude: 43.9399 }],
  })
  await waitFor(() => expect(map()?.herds.read().get(1)).not.toBe(before))
  act(() => map()?.onSelectAnimal(2))
  await waitFor(() => expect(at()).toBe('/dashboard/animal-monitor/animal/details/2'))
})

test('links a farm to the monitor', { tags: 'long' }, async () => {
  const { path: at } = await console_.open(path)
  await screen.findByTestId('map')
  act(() => drawn.at(-1)?.onSelectFarm(1))
  await waitFor(() => expect(at()).toContain('/dashboard/animal-monitor/monitor?farm=1'))
})
