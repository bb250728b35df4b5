import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  localStorage.clear()
  vi.resetModules()
})

async function sessionFrom(stored: Record<string, string>) {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  return (await import('./session.ts')).useSession.getState().session
}

test('stores a session under the specified names', async () => {
  const { beginSession, endSession } = await import('./session.ts')
  beginSession({ token: 't', role: 'ADMIN_BANK', userOrgId: 2, organizationRole: 'BANK', organizationName: '草原银行' })
  expect(Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]))).toMatchObject({
    loginToken: 't',
    authority: '["ADMIN_BANK"]',
    userOrgId: '2',
    userOrgRole: 'BANK',
    organizationName: '草原银行',
  })
  endSession()
  expect(localStorage.getItem('loginToken')).toBeNull()
})

test.each(['["BANK_USER"]', '"BANK_USER"', 'BANK_USER'])('reads the authority stored as %s', async (authority) => {
  expect((await sessionFrom({ loginToken: 't', authority }))?.role).toBe('BANK_USER')
})

test('reads an unknown role as none, and no session without token', async () => {
  expect(await sessionFrom({ loginToken: 't', authority: '["EMPEROR"]', userOrgId: 'x' })).toMatchObject({
    role: null,
    organisationId: null,
  })
  localStorage.clear()
  vi.resetModules()
  expect(await sessionFrom({ authority: '["BANK_USER"]' })).toBeNull()
})

test('updates only the session that the server’s answer concerns', async () => {
  const { beginSession, updateSession, useSession } = await import('./session.ts')
  beginSession({ token: 'first', ...login })
  beginSession({ token: 'second', ...login })
  updateSession('first', { role: 'BORROWER_USER' })
  expect(useSession.getState().session).toMatchObject({ token: 'second', role: 'ADMIN_BANK' })
  expect(localStorage.getItem('authority')).toBe('["ADMIN_BANK"]')
  updateSession('second', { role: 'BANK_USER' })
  expect(useSession.getState().session?.role).toBe('BANK_USER')
})

const login = { role: 'ADMIN_BANK', userOrgId: 2, organizationRole: 'BANK', organizationName: '草原银行' } as const

test('continues with the renewed token when the old one ends first', async () => {
  const { beginSession, endSession, renewSession, useSession } = await import('./session.ts')
  beginSession({ token: 'old', ...login })
  await renewSession(async () => {
    endSession()
    return { token: 'new' }
  })
  expect(useSession.getState().session).toMatchObject({ token: 'new', role: 'ADMIN_BANK' })
  expect(localStorage.getItem('loginToken')).toBe('new')
})

test('ends the session when its renewal failed', async () => {
  const { beginSession, endSession, renewSession, useSession } = await import('./session.ts')
  beginSession({ token: 'old', ...login })
  const renewal = renewSession(async () => {
    endSession()
    throw new Error('refused')
  })
  await expect(renewal).rejects.toThrow('refused')
  expect(useSession.getState().session).toBeNull()
})

test('continues with another tab’s newer token', async () => {
  const { beginSession, endSession, useSession } = await import('./session.ts')
  beginSession({ token: 'old', ...login })
  localStorage.setItem('loginToken', 'new')
  endSession()
  expect(useSession.getState().session?.token).toBe('new')
  expect(localStorage.getItem('loginToken')).toBe('new')
  endSession('signedOut')
  expect(localStorage.getItem('loginToken')).toBeNull()
})
