import { screen, waitFor } from '@testing-library/react'
import { bypass, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { queryClient } from '../../../api/queries.ts'
import { openTestConsole } from '../../../testConsole.tsx'

vi.mock('../../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))
vi.mock('../../../charts/Chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const console_ = openTestConsole()

/** Opens the wall for a user. */
async function openWall(userName: string) {
  console_.signIn(userName)
  await console_.open('/dashboard/animal-monitor/monitor')
  await screen.findAllByText('敖包牧场')
}

test('counts open tickets for deciders only', { tags: 'long' }, async () => {
  await openWall('supervisor')
  expect((await screen.findByRole('button', { name: '语言与账号' })).hasAttribute('data-waiting')).toBe(false)
  expect(screen.queryByText(/待审批/)).toBeNull()
  console_.leave()
  for (const kind of ['LEFT_PEN', 'LOW_BATTERY'] as const)
    await console_.callAs('pm', endpoints.alertRules.request, { kind, farmId: 1, reason: '春季' })
  queryClient.clear()
  await openWall('supervisor')
  const menu = await screen.findByRole('button', { name: /语言与账号.*2 项待审批/ })
  expect(menu.hasAttribute('data-waiting')).toBe(true)
  expect(screen.getByRole('link', { name: '2 项待审批', hidden: true }).getAttribute('href')).toBe(
    '/dashboard/approvals',
  )
})

test('hides the console link until it is known not to be a wall', async () => {
  const accountLoaded = Promise.withResolvers<void>()
  console_.faults.use(
    http.get(`*${endpoints.account.profile.path}`, async ({ request }) => {
      await accountLoaded.promise
      return fetch(bypass(request))
    }),
  )
  await openWall('supervisor')
  const back = () => screen.queryByRole('link', { name: '返回控制台', hidden: true })
  expect(back()).toBeNull()
  accountLoaded.resolve()
  await waitFor(() => expect(back()).toBeTruthy())
})
