import { screen } from '@testing-library/react'
import { bypass, http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../testConsole.tsx'

vi.mock('../../../map/FarmMap.tsx', () => ({ FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div> }))
vi.mock('../../../charts/Chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} /> }))

const console_ = await openTestConsole()
const patience = { timeout: 8000 }

/** Opens the wall for a user for whose decision so many requests wait; of what else is asked about tickets nothing is answered. */
async function openWall(userName: string, waiting: number) {
  const asked: unknown[] = []
  console_.faults.use(
    http.post(`*${endpoints.tickets.list.path}`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ success: true, data: { list: [], total: waiting, current: 1, pageSize: 1 } })
    }),
  )
  console_.signIn(userName)
  await console_.open('/dashboard/animal-monitor/monitor')
  await screen.findAllByText('敖包牧场', {}, patience)
  return asked
}

test('whoever has requests to decide sees on the wall how many wait, and gets to them', async () => {
  const asked = await openWall('supervisor', 2)
  const menu = await screen.findByRole('button', { name: /语言与账户.*2 项待审批/ }, patience)
  expect(menu.hasAttribute('data-waiting')).toBe(true)
  expect(screen.getByRole('link', { name: '2 项待审批', hidden: true }).getAttribute('href')).toBe('/dashboard/approvals')
  expect(asked[0]).toMatchObject({ mine: 'TO_DECIDE', state: ['PENDING'] })
}, 20_000)

test('whoever has none sees no count', async () => {
  const asked = await openWall('supervisor', 0)
  await vi.waitFor(() => expect(asked).toHaveLength(1), patience)
  expect((await screen.findByRole('button', { name: '语言与账户' })).hasAttribute('data-waiting')).toBe(false)
  expect(screen.queryByText(/待审批/)).toBeNull()
}, 20_000)

test('nobody gets from here to the console before it is known that this is no wall', async () => {
  const known = Promise.withResolvers<void>()
  console_.faults.use(http.get(`*${endpoints.account.profile.path}`, async ({ request }) => {
    await known.promise
    return fetch(bypass(request))
  }))
  await openWall('supervisor', 0)
  const back = () => screen.queryByRole('link', { name: '返回后台', hidden: true })
  expect(back()).toBeNull()
  known.resolve()
  await vi.waitFor(() => expect(back()).toBeTruthy(), patience)
}, 20_000)
