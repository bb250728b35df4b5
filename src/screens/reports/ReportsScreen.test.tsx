import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { dailyReportPath, reportIdOf } from '#contract/projects/days/dailyReports.ts'
import { openTestConsole } from '../../testConsole.tsx'

const saved: { blob: Blob; name: string }[] = []
vi.mock('../../api/files/saveFile.ts', () => ({
  saveFile: (blob: Blob, name: string) => void saved.push({ blob, name }),
}))

const console_ = openTestConsole()
const path = '/dashboard/market-profile'
beforeEach(() => {
  saved.length = 0
})

async function closeToday() {
  const { day, id } = { day: '2026-05-01', id: 3 }
  await console_.callAs('pm', endpoints.dayCloses.add, { id, day, note: '一切正常' }).catch(() => {})
}

test('lists the bank’s project days and downloads the server’s report', async () => {
  await closeToday()
  console_.signIn('bank')
  const { user } = await console_.open(path)
  const row = await screen.findByRole('row', { name: /2026\/05\/01/ })
  expect(row.textContent).toContain('已封账')
  await user.click(within(row).getByText('2026/05/01'))
  const details = await screen.findByRole('dialog', { name: /2026-05-01/ })
  expect(details.textContent).toMatch(/封账人.*备注一切正常/s)
  expect(within(details).getByRole('link', { name: '查看当时的项目' }).getAttribute('href')).toMatch(
    /^\/dashboard\/project\/info\/3\?happened=2026-05-01T.*&recorded=2026-05-01T/,
  )
  await user.click(within(details).getByRole('button', { name: '下载 PDF' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^report-.+-2026-05-01\.pdf$/)
  expect(
    Buffer.from(await (saved[0]?.blob ?? new Blob()).arrayBuffer())
      .toString('latin1')
      .slice(0, 5),
  ).toBe('%PDF-')
  expect(await screen.findByText(/^报告已下载：/)).toBeTruthy()
})

test('shows the report in the URL on any list page', { tags: 'long' }, async () => {
  await closeToday()
  console_.signIn('bank')
  await console_.open(`${path}?state=OPEN&open=${reportIdOf(3, '2026-05-01')}`)
  expect((await screen.findByText('封账人')).closest('div')?.parentElement?.textContent).toContain('一切正常')
})

test('reports a refused report and saves nothing', async () => {
  await closeToday()
  console_.signIn('supervisor')
  const { user } = await console_.open(path)
  const row = await screen.findByRole('row', { name: /2026\/05\/01/ })
  console_.faults.use(
    http.post(`*${dailyReportPath.replace('{id}', ':id')}`, () =>
      HttpResponse.json(
        { success: false, error: { code: 'BUSY', message: '请稍后再试' } },
        { status: 503, headers: { 'retry-after': '10' } },
      ),
    ),
  )
  await user.click(within(row).getByRole('button', { name: /的操作$/ }))
  await user.click(await screen.findByRole('menuitem', { name: '下载 PDF' }))
  expect(await screen.findByText(/请稍后再试/)).toBeTruthy()
  expect(saved).toEqual([])
})
