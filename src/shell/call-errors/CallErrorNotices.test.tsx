import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { CallError } from '../../api/CallError.ts'
import { catalogue } from '../../api/testCatalogue.ts'
import { report, useFailures } from '../../api/failures.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { setLocale } from '../../locale/locale.ts'

const console_ = openTestConsole(undefined, { hasShell: true })
beforeEach(() => useFailures.setState({ latest: null, reportedCauses: new Set() }))

const url = '/collateral/web/farm/list'
const failure = (status: number, code: CallError['code'] = 'INTERNAL', message = '') =>
  new CallError(status, code, message, {}, { url, statusText: 'I am a teapot' })
const noAnswer = (to = url) => new CallError(0, 'NO_ANSWER', '', {}, { url: to })

/** Failures shown to the user: a 401 leads to the login instead. */
const shown = [...catalogue.filter(([status]) => status !== 401), [418, 'I am a teapot'] as const]

async function openNotification(reported: CallError): Promise<string> {
  await console_.open('/404')
  await screen.findByText('抱歉，您访问的页面不存在。')
  act(() => report(reported, undefined, false))
  return (await screen.findByRole('alert')).textContent ?? ''
}

describe('a notification', () => {
  test.each(shown)('shows status, address and catalogue text of %i', async (status, description) => {
    const words = await openNotification(failure(status))
    expect(words.startsWith(`请求错误 ${status}：${url}${description}`)).toBe(true)
  })

  test('shows the server’s own text as well', async () => {
    expect(await openNotification(failure(500, 'INTERNAL', '记录已被他人修改。'))).toContain('记录已被他人修改。')
  })

  test('reports a network failure when there is no answer', async () => {
    const words = await openNotification(noAnswer())
    expect(words).toContain('网络异常')
    expect(words).toContain('您的网络发生异常，无法连接服务器')
  })

  test('uses the user’s language for a fault', async () => {
    await console_.open('/404')
    await act(() => setLocale('pt-BR'))
    act(() => report(noAnswer('/other'), undefined, false))
    expect((await screen.findAllByRole('alert')).at(-1)?.textContent).toContain('Falha de rede')
    await act(() => setLocale('zh-CN'))
  })
})

test('shows a self-explanatory refusal in one line', async () => {
  await console_.open('/404')
  await screen.findByText('抱歉，您访问的页面不存在。')
  act(() => report(failure(409, 'LAST_ADMIN', '机构至少保留一名管理员。'), undefined, false))
  const line = await screen.findByText('机构至少保留一名管理员。')
  expect(screen.queryByText(/请求错误 409/)).toBeNull()
  expect(line).toBeTruthy()
})
