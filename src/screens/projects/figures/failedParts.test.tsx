/** @module-tag long */
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../testConsole.tsx'

// It has no canvas here.
vi.mock('../../../charts/Chart.tsx', () => ({ Chart: () => null }))

const console_ = openTestConsole('pm')
const path = '/dashboard/project/info/3'

/** These calls are not answered as long as the test does not say otherwise. */
function fail(...calls: readonly Endpoint[]): void {
  console_.faults.use(
    ...calls.map(({ method, path: at }) => {
      const url = `*${at.replace('{id}', ':id').replace('{animalId}', ':animalId')}`
      const answer = () => new HttpResponse(null, { status: 500 })
      return method === 'GET' ? http.get(url, answer) : http.post(url, answer)
    }),
  )
}

test('retries figures that failed to load', async () => {
  fail(endpoints.projectCoverage.shown)
  const { user } = await console_.open(path)
  const failed = await screen.findByRole('alert')
  expect(failed.textContent).toContain('加载失败')
  console_.faults.resetHandlers()
  await user.click(within(failed).getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByRole('region', { name: '覆盖率' })).toBeTruthy()
})

test('reports each failed part in its own place', async () => {
  fail(
    endpoints.projectHeadcounts.trend,
    endpoints.ledgerEntries.list,
    endpoints.projectHeads.list,
    endpoints.projectHeads.detail,
  )
  const { user } = await console_.open(path)
  for (const name of [/30 天头数/, '台账']) {
    expect(await within(await screen.findByRole('region', { name })).findByRole('alert')).toBeTruthy()
  }
  await user.click(screen.getByRole('button', { name: /^台账在栏：3 头/ }))
  const drawer = within(await screen.findByRole('dialog'))
  const failed = await drawer.findByRole('alert')
  expect(drawer.getByRole('searchbox', { name: '搜索耳标' })).toBeTruthy()
  console_.faults.resetHandlers()
  fail(endpoints.projectHeads.detail)
  await user.click(within(failed).getByRole('button', { name: /重\s*试/ }))
  await user.click(await drawer.findByRole('button', { name: '02' }))
  expect((await drawer.findByRole('alert')).textContent).toContain('加载失败')
})
