/** @module-tag long */
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

const console_ = openTestConsole()

test('shows the animal’s path around the alert', async () => {
  console_.signIn('pm')
  const { user } = await console_.open('/dashboard/animal-monitor/alert')
  await waitFor(() => expect(useAlerts.getState().isLoaded).toBe(true))
  await screen.findByTestId('map')
  expect(drawn.at(-1)).toBeNull()
  await user.click(await waitFor(() => within(screen.getByRole('grid')).getByRole('row', { name: /离开圈舍/ })))
  await waitFor(() =>
    expect(drawn.at(-1)).toMatchObject({
      farmId: useAlerts.getState().open.find(({ kind }) => kind === 'LEFT_PEN')?.farmId,
      place: [expect.any(Number), expect.any(Number)],
    }),
  )
})
