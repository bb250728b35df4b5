import { fireEvent, screen, waitFor } from '@testing-library/react'
import { bypass, http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Account } from '#contract/people/account.ts'
import type { Screen } from '../../navigation/screen.ts'
import { loadAccount } from '../../store/account.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('platform', { hasShell: true })
const minuteMs = 60_000
const quiet: Screen = {
  path: '/quiet',
  titleId: 'monitor.title',
  icon: 'monitor',
  roles: ['ADMIN_PLATFORM'],
  wall: true,
  withoutAntd: true,
  load: async () => ({ Component: () => null }),
}

/** Has the server say that the session ends in `leftMs`, and notes how long nobody had acted whenever it was asked. */
function sessionOf(leftMs: number | null) {
  const session = { leftMs, askedIdle: [] as number[] }
  console_.faults.use(
    http.get(`*${endpoints.account.profile.path}`, async ({ request }) => {
      session.askedIdle.push(Number(request.headers.get('x-auth-idle')))
      const answer = (await (await fetch(bypass(request))).json()) as { data: Account }
      return HttpResponse.json({ ...answer, data: { ...answer.data, idleEndsInMs: session.leftMs } })
    }),
  )
  return session
}

const notice = () => screen.queryByText(/将于 \d\d:\d\d 自动退出登录/)

test('warns before an idle session ends and extends it by button', async () => {
  const session = sessionOf(4 * minuteMs)
  const from = Date.now()
  const { user } = await console_.open('/quiet', [quiet])
  await waitFor(() => expect(notice()).not.toBeNull())
  const clock = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  expect([from, Date.now()].map((at) => clock.format(at + 4 * minuteMs))).toContain(
    /\d\d:\d\d/.exec(notice()?.textContent ?? '')?.[0],
  )
  session.leftMs = 45 * minuteMs
  await user.click(screen.getByRole('button', { name: '保持登录' }))
  await waitFor(() => expect(notice()).toBeNull())
})

test('extends the session on any action', async () => {
  const session = sessionOf(4 * minuteMs)
  await console_.open('/quiet', [quiet])
  await waitFor(() => expect(notice()).not.toBeNull())
  session.leftMs = 45 * minuteMs
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  await waitFor(() => expect(notice()).toBeNull())
  expect(session.askedIdle.at(-1)).toBeLessThan(1000)
})

test.each([45 * minuteMs, null])('shows nothing with %s ms left', async (leftMs) => {
  sessionOf(leftMs)
  await console_.open('/quiet', [quiet])
  await loadAccount()
  expect(notice()).toBeNull()
})
