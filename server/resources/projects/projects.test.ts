import { afterAll, describe, expect, test } from 'vitest'
import { square } from '../../testing/testWorld.ts'
import { openProjectWorld } from './testProjects.ts'

const world = await openProjectWorld()
const { pm, pm2, supervisor, banker, herder, bank, borrower, farmId, edit, input, draft, details, list } = world
afterAll(() => world.close())

describe('a draft', () => {
  test('is created with id 0 and returned with parties, people and farms', async () => {
    const people = {
      supervisorOrgUsers: [{ id: await world.idOf('pm') }],
      bankUsers: [{ id: await world.idOf('clerk'), userName: 'clerk' }],
      borrowerOrgUsers: [{ id: await world.idOf('herder'), userName: 'herder' }],
    }
    const { id } = await draft({ ...people, warningLine: '1.25', remark: 'by the river' })
    const { data } = await details(pm, id)
    expect(data).toMatchObject({
      status: 'DRAFT',
      bankOrgId: bank,
      bankOrgName: 'Steppe Bank',
      borrowerOrgName: 'Herders',
      supervisorOrgName: 'Herd Watch',
      isSelectBank: true,
      isSelectBorrower: true,
      supervisorOrgUsers: [{ displayName: 'pm', orgRole: 'SUPERVISOR' }],
      bankUsers: [{ displayName: 'clerk', role: 'BANK_USER', orgRole: 'BANK' }],
      borrowerOrgUsers: [{ displayName: 'herder', orgRole: 'BORROWER' }],
      bankNoOrgUser: [],
      farms: [{ id: farmId, name: 'Home farm' }],
      loanAmount: '4100000.00',
      loanBalance: '4100000.00',
      warningLine: '1.2500',
      minimumLine: '1.0000',
      windowMinutes: 60,
      openTicketId: null,
    })
  })

  test('needs no parties and marks them as not selected', async () => {
    const one = await draft({ bankOrgId: null, borrowerOrgId: null, farms: [] })
    expect(one).toMatchObject({ bankOrgId: null, isSelectBank: false, isSelectBorrower: false, farms: [] })
  })

  test('is visible to its supervisor only', async () => {
    const { id } = await draft()
    expect((await details(supervisor, id)).status).toBe(200)
    for (const token of [banker, herder]) {
      expect((await details(token, id)).status).toBe(404)
      expect((await list(token)).map((one) => one.id)).not.toContain(id)
    }
    const changes = world.emitted.recordsChanged.filter(({ noun, ids }) => noun === 'projects' && ids?.includes(id))
    expect(changes.map(({ organisationIds }) => organisationIds)).toEqual([[world.watch]])
  })

  test('rejects the second of two concurrent edits with the first’s result', async () => {
    const one = await draft()
    const save = (token: string, name: string) =>
      edit(token, one.id, { ...input({ code: one.code, name }), version: one.version })
    const answers = await Promise.all([save(pm, 'Summer loan'), save(pm2, 'Autumn loan')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'CONFLICT',
      fields: { version: 'stale' },
      current: { name: winner?.data.name },
    })
  })

  test('needs a code unique within its supervisor', async () => {
    const { code } = await draft()
    expect((await edit(pm, 0, input({ code }))).error).toMatchObject({ code: 'CONFLICT', fields: { code: 'taken' } })
    const other = await world.user('other.pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Other watch'))
    expect((await edit(other, 0, input({ code, farms: [] }))).status).toBe(200)
  })

  test('is deleted and releases its farms', async () => {
    const one = await draft()
    expect((await world.call(pm, 'DELETE', `/collateral/web/project/del/${one.id}`)).status).toBe(200)
    expect((await details(pm, one.id)).status).toBe(404)
    expect((await list(pm)).map(({ id }) => id)).not.toContain(one.id)
    expect(await world.sql`select from project_farms where project_id = ${one.id}`).toHaveLength(0)
  })

  test.each([
    [{ endsOn: '2026-04-30' }, 'endsOn', 'before_start'],
    [{ minimumLine: '1.3' }, 'minimumLine', 'above_warning'],
    [{ warningLine: '100' }, 'warningLine', 'invalid_format'],
    [{ loanAmount: '-1' }, 'loanAmount', 'invalid_format'],
    [{ windowMinutes: 0 }, 'windowMinutes', 'too_small'],
  ])('rejects %o', async (wrong, field, code) => {
    const { status, error } = await edit(pm, 0, input(wrong))
    expect([status, Object.entries(error.fields ?? {}).map(([name, word]) => `${name} ${word.split('.')[0]}`)]).toEqual(
      [400, [`${field} ${code}`]],
    )
  })
})

describe('named parties, people and farms', () => {
  test('requires the full name of a party without an agreed project', async () => {
    const stranger = await world.organisation('BANK', 'Far Bank')
    const refused = async (body: object) => (await edit(pm, 0, input(body))).error?.fields
    expect(await refused({ bankOrgId: stranger, bankOrgName: undefined })).toEqual({ bankOrgId: 'unknown' })
    expect(await refused({ bankOrgId: stranger, bankOrgName: 'Far' })).toEqual({ bankOrgId: 'unknown' })
    expect(await refused({ bankOrgId: borrower, bankOrgName: 'Herders' })).toEqual({ bankOrgId: 'unknown' })
    expect(await refused({ bankOrgId: stranger, bankOrgName: 'far bank' })).toBeUndefined()
    // A draft or a pending request is no agreement: the full name is still required.
    const set = (status: string) => world.sql`update projects set status = ${status} where bank_org_id = ${stranger}`
    for (const status of ['DRAFT', 'PENDING_APPROVAL']) {
      await set(status)
      expect(await refused({ bankOrgId: stranger, bankOrgName: undefined })).toEqual({ bankOrgId: 'unknown' })
    }
    await set('ACTIVE')
    expect(await refused({ bankOrgId: stranger, bankOrgName: undefined })).toBeUndefined()
    await set('DRAFT')
  })

  test('rejects people outside the party they are listed under', async () => {
    const clerk = { id: await world.idOf('clerk'), userName: 'clerk' }
    for (const field of ['supervisorOrgUsers', 'borrowerOrgUsers', 'bankNoOrgUser'])
      expect((await edit(pm, 0, input({ [field]: [clerk] }))).error.fields).toEqual({ [field]: 'unknown' })
    const one = await draft({ bankUsers: [clerk] })
    const other = await world.organisation('BANK', 'Second Bank')
    const moved = { ...input({ code: one.code, bankOrgId: other, bankOrgName: 'Second Bank' }) }
    expect((await edit(pm, one.id, moved)).error.fields).toEqual({ bankUsers: 'unknown' })
    expect((await edit(pm, one.id, { ...moved, bankUsers: [] })).data.bankUsers).toEqual([])
  })

  test('requires full user names for people of a new party', async () => {
    const id = await world.idOf('clerk')
    const refused = async (user: object) => (await edit(pm, 0, input({ bankUsers: [user] }))).error?.fields
    for (const user of [{ id }, { id, displayName: 'clerk' }, { id, userName: 'cler' }, { id, userName: 'bank' }])
      expect(await refused(user)).toEqual({ bankUsers: 'unknown' })
    // Two valid names with swapped ids.
    const swapped = [
      { id, userName: 'bank' },
      { id: await world.idOf('bank'), userName: 'clerk' },
    ]
    expect((await edit(pm, 0, input({ bankUsers: swapped }))).error?.fields).toEqual({ bankUsers: 'unknown' })
    expect((await edit(pm, 0, input({ borrowerOrgUsers: [{ id: await world.idOf('herder') }] }))).error.fields).toEqual(
      { borrowerOrgUsers: 'unknown' },
    )
    const one = await draft({ bankUsers: [{ id, userName: 'CLERK' }] })
    expect((await edit(pm, one.id, { ...one })).data.bankUsers).toMatchObject([{ displayName: 'clerk' }])
    // For a bank that has agreed to a project, the id is enough.
    await world.sql`update projects set status = 'ACTIVE' where id = ${one.id}`
    expect(await refused({ id })).toBeUndefined()
    await world.sql`update projects set status = 'DRAFT' where id = ${one.id}`
  })

  test('requires the full user name of a person without organisation', async () => {
    await world.user('lone.banker', 'BANK_USER_NO_ORG', null)
    const id = await world.idOf('lone.banker')
    expect((await edit(pm, 0, input({ bankNoOrgUser: [{ id }] }))).error.fields).toEqual({ bankNoOrgUser: 'unknown' })
    const one = await draft({ bankNoOrgUser: [{ id, userName: 'Lone.Banker' }] })
    expect(one.bankNoOrgUser).toMatchObject([{ displayName: 'lone.banker', orgRole: 'BANK_NO_ORG' }])
    // Saving the returned record unchanged succeeds.
    expect((await edit(pm, one.id, { ...one })).status).toBe(200)
  })

  test('accepts only farms of the borrower or without one', async () => {
    const { data: taken } = await world.call<{ id: number }>(pm, 'PUT', '/collateral/web/farm/addOrEdit', {
      name: 'Other farm',
      boundary: square(117, 44),
    })
    await world.sql`update farms set borrower_org_id = ${await world.organisation('BORROWER', 'Neighbours')} where id = ${taken.id}`
    const available = async (id: number, query = '') => {
      const { data } = await world.call<{ list: { id: number; isPledged: boolean; heads: number }[] }>(
        pm,
        'GET',
        `/collateral/common/project/${id}/farm/available${query}`,
      )
      return data.list
    }
    expect(await available(0, `?borrowerOrgId=${borrower}`)).toMatchObject([
      { id: farmId, name: 'Home farm', heads: 0, isPledged: false },
    ])
    expect(await available((await draft()).id)).toHaveLength(1)
    expect((await edit(pm, 0, input({ farms: [{ id: taken.id }] }))).error.fields).toEqual({ farms: 'unknown' })
  })
})

test('rejects editing or deleting a project that is not a draft', async () => {
  const one = await draft()
  for (const status of ['PENDING_APPROVAL', 'ACTIVE', 'CLOSING', 'CLOSED']) {
    await world.sql`update projects set status = ${status} where id = ${one.id}`
    expect((await edit(pm, one.id, { ...one })).error.code).toBe('PLEDGED')
    expect((await world.call(pm, 'DELETE', `/collateral/web/project/del/${one.id}`)).error.code).toBe('PLEDGED')
  }
})

test('filters the list by party, status, farm and name', async () => {
  const running = await draft({ name: 'Running loan' })
  await world.sql`update projects set status = 'ACTIVE' where id = ${running.id}`
  const over = await draft({ name: 'Paid loan' })
  await world.sql`update projects set status = 'CLOSED' where id = ${over.id}`
  const named = async (body: object) => (await list(banker, body)).map(({ name }) => name)
  expect(await named({ name: 'HERDERS', isOnlyActive: true })).toEqual(['Running loan'])
  expect(await named({ name: 'loan', status: ['ACTIVE', 'CLOSED'], ids: [running.id, over.id] })).toEqual([
    'Paid loan',
    'Running loan',
  ])
  expect(await named({ farmId })).toContain('Running loan')
  expect(await named({ name: 'nobody' })).toEqual([])
})
