/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { alertEvidencePath } from '#contract/alerts/alertEvidence.ts'
import { useAlerts } from '../../../store/alerts.ts'
import { openTestConsole } from '../../../testConsole.tsx'

// It has no canvas here, and tests of its own.
vi.mock('../../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))
const saved: { blob: Blob; name: string }[] = []
vi.mock('../../../api/files/saveFile.ts', () => ({
  saveFile: (blob: Blob, name: string) => void saved.push({ blob, name }),
}))

const console_ = openTestConsole()

async function openDetails() {
  console_.signIn('pm')
  const view = await console_.open('/dashboard/animal-monitor/alert')
  await waitFor(() => expect(useAlerts.getState().isLoaded).toBe(true))
  await view.user.click(await waitFor(() => within(screen.getByRole('grid')).getByRole('row', { name: /离开圈舍/ })))
  const details = await screen.findByRole('complementary', { name: /^离开圈舍/ })
  return { ...view, button: within(details).getByRole('button', { name: '证据包' }) }
}

test('saves the evidence of an alert as the server made it', async () => {
  const { user, button } = await openDetails()
  await user.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  const id = useAlerts.getState().open.find(({ kind }) => kind === 'LEFT_PEN')?.id
  expect(saved[0]?.name).toBe(`alert-${id}-evidence.zip`)
  const text = Buffer.from(await (saved[0]?.blob ?? new Blob()).arrayBuffer()).toString('latin1')
  expect(text.slice(0, 2)).toBe('PK')
  for (const name of ['report.pdf', 'readings.csv', 'manifest.json', 'SHA256SUMS']) expect(text).toContain(name)
})

test('reports refused evidence and saves nothing', async () => {
  saved.length = 0
  const { user, button } = await openDetails()
  console_.faults.use(
    http.post(`*${alertEvidencePath.replace('{id}', ':id')}`, () =>
      HttpResponse.json(
        { success: false, error: { code: 'BUSY', message: '请稍后再试' } },
        { status: 503, headers: { 'retry-after': '10' } },
      ),
    ),
  )
  await user.click(button)
  await screen.findByText(/请稍后再试|繁忙/)
  await waitFor(() => expect(button.className).not.toContain('loading'))
  expect(saved).toEqual([])
})
