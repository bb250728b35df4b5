import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../../testConsole.tsx'

const console_ = await openTestConsole()
const documents = '/dashboard/project/info/3?tab=documents'

test('the project manager adds a document, which the bank sees and adds none', async () => {
  console_.signIn('pm')
  const { user } = await console_.open(documents)
  await user.click(await screen.findByRole('button', { name: '添加文件' }, { timeout: 8000 }))
  const form = within(await screen.findByRole('dialog', { name: '添加文件' }))
  await user.upload(form.getByLabelText<HTMLInputElement>(/证明文件/), new File(['%PDF-1.7\nlease\n%%EOF\n'], '租约.pdf', { type: 'application/pdf' }))
  await form.findByRole('button', { name: /租约\.pdf/ })
  await user.type(form.getByRole('textbox', { name: /文件内容/ }), '三号圈租约')
  await user.click(form.getByRole('button', { name: '添加文件' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /租约\.pdf.*三号圈租约/ })).toBeTruthy(), { timeout: 5000 })
  console_.signIn('bank')
  await console_.open(documents)
  expect(await screen.findByRole('row', { name: /租约\.pdf.*三号圈租约/ }, { timeout: 8000 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加文件' })).toBeNull()
}, 30_000)

test('where it could not be asked who may add a document, the tab says so and asks again', async () => {
  console_.signIn('pm')
  console_.faults.use(http.get(`*${endpoints.dailyLogs.projects.path}`, () => new HttpResponse(null, { status: 500 })))
  const { user } = await console_.open(documents)
  const failed = within(await screen.findByRole('alert', {}, { timeout: 8000 }))
  console_.faults.resetHandlers()
  await user.click(failed.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByRole('button', { name: '添加文件' }, { timeout: 8000 })).toBeTruthy()
}, 30_000)
