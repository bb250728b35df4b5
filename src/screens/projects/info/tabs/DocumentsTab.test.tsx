import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../../testConsole.tsx'

const console_ = openTestConsole()
const documents = '/dashboard/project/info/3?tab=documents'

test('adds a document that the bank sees but cannot change', async () => {
  console_.signIn('pm')
  const { user } = await console_.open(documents)
  await user.click(await screen.findByRole('button', { name: '添加文件' }))
  const form = within(await screen.findByRole('dialog', { name: '添加文件' }))
  await user.upload(
    form.getByLabelText<HTMLInputElement>(/证明文件/),
    new File(['%PDF-1.7\nlease\n%%EOF\n'], '租约.pdf', { type: 'application/pdf' }),
  )
  await form.findByRole('button', { name: /租约\.pdf/ })
  await user.type(form.getByRole('textbox', { name: /文件内容/ }), '三号圈租约')
  await user.click(form.getByRole('button', { name: '添加文件' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /租约\.pdf.*三号圈租约/ })).toBeTruthy())
  console_.signIn('bank')
  await console_.open(documents)
  expect(await screen.findByRole('row', { name: /租约\.pdf.*三号圈租约/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加文件' })).toBeNull()
})

test('retries when the right to add documents is unknown', { tags: 'long' }, async () => {
  console_.signIn('pm')
  console_.faults.use(http.get(`*${endpoints.dailyLogs.projects.path}`, () => new HttpResponse(null, { status: 500 })))
  const { user } = await console_.open(documents)
  const failed = within(await screen.findByRole('alert'))
  console_.faults.resetHandlers()
  await user.click(failed.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByRole('button', { name: '添加文件' })).toBeTruthy()
})
