// @vitest-environment node
import { expect, test } from 'vitest'
import type { Caller } from './answer.ts'
import { organisationAnswers } from './organisations.ts'
import { createPeople } from './people.ts'
import { Refusal } from './refusal.ts'
import { userAnswers } from './users.ts'

const platform: Caller = { userName: 'platform', role: 'ADMIN_PLATFORM' }
const bank: Caller = { userName: 'bank', role: 'ADMIN_BANK' }
const person = { userName: 'new', displayName: 'New', role: 'BANK_USER', telephone: '+8613811112222', email: 'new@example.com' } as const
const page = { current: 1, pageSize: 100 }

function open() {
  const people = createPeople()
  return { people, users: userAnswers(people), organisations: organisationAnswers(people) }
}
function refused(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.fields]
    throw error
  }
  return null
}

test('an administrator keeps the users of their own organisation, the platform all', () => {
  const { users } = open()
  const own = users.list(page, bank)
  expect(new Set(own.list.map(({ organisationName }) => organisationName))).toEqual(new Set(['锡林浩特草原银行']))
  expect(users.list(page, platform).total).toBeGreaterThan(own.total)
  expect(users.list({ ...page, name: 'ENFE', role: [] }, platform).total).toBe(0)
  expect(users.list({ ...page, role: ['SUPERVISOR_PM'] }, platform).list.map(({ userName }) => userName)).toEqual(['pm'])
  const added = users.addOrEdit(person, bank)
  expect(added).toMatchObject({ organisationKind: 'BANK', status: 'ACTIVE', passwordSetAt: null, version: 1 })
  expect(refused(() => users.addOrEdit({ ...person, organisationId: 3 }, bank))).toEqual(['BAD_SHAPE', { organisationId: 'unknown' }])
  expect(refused(() => users.addOrEdit(person, bank))).toEqual(['CONFLICT', { userName: 'taken' }])
  expect(refused(() => users.addOrEdit({ ...person, role: 'SUPERVISOR_PM' }, bank))).toEqual(['BAD_SHAPE', { role: 'not_of_kind' }])
})

test('an organisation keeps an administrator, and nobody overwrites what they have not seen', () => {
  const { people, users } = open()
  const admin = people.users.all().find(({ userName }) => userName === 'bank')!
  const edit = { ...person, id: admin.id, version: admin.version }
  expect(refused(() => users.addOrEdit(edit, platform))).toEqual(['LAST_ADMIN', undefined])
  expect(refused(() => users.setStatus({ ids: [admin.id], status: 'DISABLED', reason: 'why' }, platform))).toEqual(['LAST_ADMIN', undefined])
  expect(users.addOrEdit({ ...edit, role: 'ADMIN_BANK' }, platform)).toMatchObject({ displayName: 'New', version: 2 })
  expect(refused(() => users.addOrEdit({ ...edit, role: 'ADMIN_BANK' }, platform))).toEqual(['CONFLICT', { version: 'stale' }])
})

test('organisations are added, changed and disabled', () => {
  const { organisations } = open()
  const fields = {
    role: 'BANK', name: 'Bank', creditCode: '91152502MA0N5D3C8A', contact: 'x', telephone: '+8613811112222', email: 'x@example.com', address: 'x',
    requiresTwoFactor: false,
  } as const
  const { id, version } = organisations.addOrEdit(fields, platform)
  expect(organisations.addOrEdit({ ...fields, id, version, name: 'Renamed' }, platform)).toMatchObject({ name: 'Renamed', version: 2 })
  expect(refused(() => organisations.addOrEdit({ ...fields, id, version: 2, role: 'BORROWER' }, platform))).toEqual(['BAD_SHAPE', { role: 'fixed' }])
  expect(refused(() => organisations.addOrEdit(fields, platform))).toEqual(['CONFLICT', { creditCode: 'taken' }])
  expect(organisations.setStatus({ ids: [id, id], status: 'DISABLED', reason: 'why' }, platform)).toEqual({ changed: 1 })
  const waiting = organisations.list({ ...page, status: ['PENDING_APPROVAL'] }, platform).list[0]!
  expect(refused(() => organisations.setStatus({ ids: [waiting.id], status: 'ACTIVE', reason: 'why' }, platform))).toEqual(['CONFLICT', { ids: 'not_approved' }])
  expect(refused(() => organisations.detail({ id }, bank))).toEqual(['NOT_FOUND', undefined])
})
