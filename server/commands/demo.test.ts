import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCommandFile, stopCommands } from './testCommand.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 15 * 60_000 })

interface Call {
  (path: string, input?: Record<string, unknown>): Promise<{ list: Record<string, unknown>[]; total: number }>
}

/** The whole demo as `npm start` makes it, seen by its people over the network. */
describe('the whole demo', { tags: 'long' }, () => {
  let folder: string
  let origin: string
  let output: string
  const environment = () => ({ DATA_DIR: join(folder, 'demo'), DEMO: '1', DEMO_KIND: 'platform' })

  const signIn = async (userName: string): Promise<Call> => {
    const send = async (path: string, input: Record<string, unknown>, token?: string) => {
      const response = await fetch(origin + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-auth-timestamp': String(Date.now()),
          ...(token !== undefined && { 'x-auth-token': token }),
        },
        body: JSON.stringify(input),
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer.data
    }
    const { token } = await send('/collateral/common/auth/login/user', {
      type: 'account',
      userName,
      password: 'Demo2026',
    })
    return (path, input = {}) => send(path, input, token)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drover demo '))
    const command = runCommandFile('start.ts', environment())
    await command.says(/Ctrl-C stops it/)
    output = command.stdout()
    origin = /Drover is ready: (\S+)/.exec(output)?.[1] ?? ''
  })
  afterAll(async () => {
    await stopCommands()
    await rm(folder, { recursive: true, force: true })
  })

  it('says what it makes and how much is left', () => {
    expect(output).toMatch(/history, day \d+ of 30: \d+ %, about \d+ s left\n/)
    expect(output).toMatch(/The demo is made \(\d+ s\)\./)
  })

  it('has loans in every state', async () => {
    const call = await signIn('pm')
    const { list } = await call('/collateral/web/project/list/active', { pageSize: 100 })
    const states = Object.groupBy(list, ({ status }) => String(status))
    expect(Object.fromEntries(Object.entries(states).map(([state, found]) => [state, found?.length]))).toEqual({
      ACTIVE: 7,
      CLOSING: 1,
      DRAFT: 1,
      PENDING_APPROVAL: 1,
    })
    expect(new Set(list.map(({ bankOrgName }) => bankOrgName)).size).toBe(2)
    expect(new Set(list.map(({ borrowerOrgName }) => borrowerOrgName)).size).toBeGreaterThanOrEqual(4)
  })

  it('has a few alerts open and a month of handled ones', async () => {
    const call = await signIn('supervisor')
    const count = async (state: string, more = {}) =>
      (await call('/collateral/web/alert/list', { state, pageSize: 1, ...more })).total
    const open = await count('OPEN')
    expect(open).toBeGreaterThanOrEqual(8)
    expect(open).toBeLessThanOrEqual(30)
    expect(await count('CLOSED')).toBeGreaterThan(100)
    for (const kind of ['SITE_OUTAGE', 'COVERAGE_LOW', 'INSURANCE_EXPIRING'])
      expect([kind, await count('ACTIVE', { kind })]).toEqual([kind, expect.any(Number)])
    expect(await count('ACTIVE', { kind: 'COVERAGE_LOW' })).toBe(2)
    expect(await count('ACTIVE', { kind: 'SITE_OUTAGE' })).toBe(1)
  })

  it.each(['platform', 'supervisor', 'bank', 'bank2', 'borrower'])(
    'has something that waits for %s',
    async (userName) => {
      const call = await signIn(userName)
      const { list } = await call('/collateral/web/ticket/list', { mine: 'TO_DECIDE', state: ['PENDING'] })
      expect(list.length).toBeGreaterThan(0)
    },
  )

  it('has closed days whose reports are sealed', async () => {
    const call = await signIn('bank')
    const { list } = await call('/collateral/web/report/list', { state: 'CLOSED', pageSize: 100 })
    expect(list.length).toBeGreaterThan(60)
    expect(list.filter(({ root }) => root !== null).length).toBeGreaterThan(50)
  })

  it('publishes news and shows its cameras', async () => {
    const news = await fetch(`${origin}/collateral/web/article/NEWS/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-timestamp': String(Date.now()) },
      body: JSON.stringify({ language: 'pt-BR' }),
    }).then((response) => response.json())
    expect(news.data.total).toBeGreaterThanOrEqual(4)
    expect(news.data.list[0].language).toBe('pt-BR')
    const call = await signIn('platform')
    await vi.waitFor(
      async () => {
        const { list } = await call('/collateral/web/camera/list', {})
        expect(list.map(({ state }) => state)).toEqual(['LIVE', 'LIVE'])
      },
      { timeout: 30_000, interval: 500 },
    )
  })

  it('keeps a sealed record that is whole, also after a second start', async () => {
    await stopCommands()
    const verified = await runCommandFile('record/verifyRecord.ts', environment()).ended
    expect([verified.code, verified.stdout + verified.stderr]).toEqual([
      0,
      expect.stringContaining('The record is whole'),
    ])
    const second = runCommandFile('start.ts', environment())
    await second.says(/Drover is ready/)
    expect(second.stdout()).not.toContain('Seeding')
  })
})
