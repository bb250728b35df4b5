import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../../api/request.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('bank')
const path = '/dashboard/project/pledge-check'
const tag = (serial: number) => `156${String(serial).padStart(12, '0')}`

test('shows a bank which tags are pledged, without the pledgee', async () => {
  const { user } = await console_.open(path)
  const box = await screen.findByLabelText('电子耳标号', { selector: 'textarea' })
  await user.click(box)
  await user.paste(`${tag(1)}\n${tag(2)} A-17`)
  expect(screen.getByText(/2 个耳标.*已忽略 1 个不是 15 位的电子耳标号：A-17/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /查\s*询/ }))
  expect(await screen.findByRole('heading', { name: '已质押 0 头，未质押 0 头，未登记 2 个' })).toBeTruthy()
  expect(screen.getByRole('row', { name: `${tag(1)} 未登记的耳标` })).toBeTruthy()
  // A changed list has not been asked for.
  await user.type(box, ` ${tag(3)}`)
  expect(screen.queryByRole('heading', { name: /未质押/ })).toBeNull()
})

test('reads ear tags from a file', async () => {
  const { user } = await console_.open(path)
  const file = await screen.findByLabelText('从文件读取', { selector: 'input' })
  await user.upload(file, new File([`tag\r\n${tag(7)},x\r\n`], 'herd.csv', { type: 'text/csv' }))
  expect(await screen.findByDisplayValue(tag(7))).toBeTruthy()
  await user.upload(file, new File(['1.56E+14'], 'bad.csv', { type: 'text/csv' }))
  expect(await screen.findByText(/bad\.csv 中没有 15 位电子耳标号/)).toBeTruthy()
})

test('shows the wait after too many checks', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByLabelText('电子耳标号', { selector: 'textarea' }))
  await user.paste(tag(1))
  for (;;) {
    const isRefused = await request(endpoints.pledges.check, { tags: [tag(1)] }).then(
      () => false,
      () => true,
    )
    if (isRefused) break
  }
  await user.click(screen.getByRole('button', { name: /查\s*询/ }))
  expect(await screen.findByText(/尝试次数过多，请在 \d+ 秒后再试/)).toBeTruthy()
})
