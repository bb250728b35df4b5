import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MapTrack } from '../../map/mapState.ts'
import { useAlerts } from '../../store/alerts.ts'
import { openTestConsole } from '../../testConsole.tsx'

const drawn: (MapTrack | null | undefined)[] = []
// It has no canvas here, and tests of its own.
vi.mock('../../map/FarmMap.tsx', () => ({
  FarmMap: ({ track }: { track?: MapTrack | null }) => {
    drawn.push(track)
    return <div data-testid="map" />
  },
}))

const console_ = await openTestConsole()
const patience = { timeout: 8000 }

test('the map of an alert that is open shows the way of its animal around the moment, as the server has it', async () => {
  console_.signIn('pm')
  const { user } = await console_.open('/dashboard/animal-monitor/alert')
  await waitFor(() => expect(useAlerts.getState().known).toBe(true), patience)
  await screen.findByTestId('map', {}, patience)
  expect(drawn.at(-1)).toBeNull()
  await user.click(await waitFor(() => within(screen.getByRole('grid')).getByRole('row', { name: /离开圈舍/ }), patience))
  await waitFor(() => expect(drawn.at(-1)).toMatchObject({ farmId: useAlerts.getState().open.find(({ kind }) => kind === 'LEFT_PEN')?.farmId, place: [expect.any(Number), expect.any(Number)] }), patience)
}, 30_000)
