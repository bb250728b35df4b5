import { afterAll, describe, expect, test } from 'vitest'
import type { User } from '#contract/people/users.ts'
import { codeFor, send } from '../../auth/testAuth.ts'
import { edited, openUserWorld, web } from './testUsers.ts'
import type { HistoryEntry } from '#contract/calls/records.ts'

interface List<T> {
  list: T[]
  total: number
}

const world = await openUserWorld()
const { bank, other, platform, admin, idOf, person, save, invited, setStatus, mails, detail, forgettingProof } = world
afterAll(() => world.close())

describe('invitation', () => {
  test('adds a user without a password, mails a link and notifies administrators', async () => {
    await world.user('secondAdmin', 'ADMIN_BANK', bank)
    const user = await invited({ userName: 'invited' })
    expect(user).toMatchObject({
      organisationId: bank,
      organisationName: 'Steppe Bank',
      organisationKind: 'BANK',
      status: 'INVITED',
      passwordSetAt: null,
      version: 1,
    })
    const [mail, ...more] = await mails(user.email)
    expect(more).toEqual([])
    expect(mail?.body).toContain('https://drover.test/user/reset-password#')
    expect(mail?.body).toContain('7 天内有效')
    const joinNotices = world.emitted.noticesChanged.filter(({ notice }) => notice?.code === 'USER_JOINED')
    expect(joinNotices).toMatchObject([
      {
        userId: await idOf('secondAdmin'),
        notice: { params: { name: user.displayName, role: 'BANK_USER', by: 'admin' } },
      },
    ])
    await setStatus(platform, [await idOf('secondAdmin')], 'DISABLED')
  })

  test('names each field that is taken, ignoring case', async () => {
    const { userName, telephone, email } = await invited()
    expect((await save(admin, person({ userName: userName.toUpperCase() }))).error).toMatchObject({
      code: 'CONFLICT',
      fields: { userName: 'unusable' },
    })
    expect((await save(admin, person({ telephone }))).error).toMatchObject({
      code: 'CONFLICT',
      fields: { telephone: 'unusable' },
    })
    expect((await save(admin, person({ email: email?.toUpperCase() }))).error).toMatchObject({
      code: 'CONFLICT',
      fields: { email: 'unusable' },
    })
    const all = { userName: 'unusable', telephone: 'unusable', email: 'unusable' }
    expect((await save(admin, person({ userName, telephone, email }))).error).toMatchObject({
      code: 'CONFLICT',
      fields: all,
    })
    const another = await invited()
    expect((await save(admin, edited(another, { userName, telephone, email }))).error).toMatchObject({
      code: 'CONFLICT',
      fields: all,
    })
  })

  test('can be resent until accepted and voids the earlier links', async () => {
    const { id, email } = await invited()
    const again = () => world.call<{ email: string }>(admin, 'POST', `${web}/user/${id}/invitation/send`)
    expect(await again()).toMatchObject({ status: 200, data: { email } })
    const sent = await mails(email)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.subject).toBe(sent[0]?.subject)
    const [first, second] = sent.map(({ body }) => /#(\S+)/.exec(body)?.[1] ?? '')
    const accept = (token: string | undefined) =>
      world.call('', 'POST', '/collateral/common/auth/password/reset', { token, password: 'Larkspur77xy' })
    expect((await again()).status).toBe(200)
    expect(await again()).toMatchObject({ status: 429, error: { code: 'TOO_MANY_TRIES' } })
    const third = /#(\S+)/.exec((await mails(email))[2]?.body ?? '')?.[1]
    expect([(await accept(first)).error.code, (await accept(second)).error.code]).toEqual([
      'LINK_EXPIRED',
      'LINK_EXPIRED',
    ])
    expect((await accept(third)).status).toBe(200)
    expect((await detail(admin, id)).data.status).toBe('ACTIVE')
    for (const [method, path] of [
      ['POST', 'invitation/send'],
      ['DELETE', 'invitation'],
    ] as const) {
      expect((await world.call(admin, method, `${web}/user/${id}/${path}`)).error).toMatchObject({
        code: 'CONFLICT',
        fields: { id: 'not_invited' },
      })
    }
  })

  test('removes the user and voids the link when it is ended', async () => {
    const { id, userName, telephone, email } = await invited()
    const [mail] = await mails(email)
    expect((await world.call(world.platform, 'DELETE', `${web}/user/${id}/invitation`)).status).toBe(200)
    expect((await detail(admin, id)).status).toBe(404)
    const token = /#(\S+)/.exec(mail?.body ?? '')?.[1]
    expect(
      (await world.call('', 'POST', '/collateral/common/auth/password/reset', { token, password: 'Larkspur77xy' }))
        .error.code,
    ).toBe('LINK_EXPIRED')
    expect(await invited({ userName, telephone: telephone ?? '', email })).toMatchObject({
      userName,
      status: 'INVITED',
    })
    expect(
      await world.sql`select action, before ->> 'userName' as name from audit_entries where noun = 'user' and noun_id = ${id} order by id`,
    ).toEqual([
      { action: 'ADD', name: null },
      { action: 'REMOVE', name: userName },
    ])
  })

  test('cannot be ended for the only administrator', async () => {
    const fresh = await world.organisation('BORROWER', 'Fresh Herders')
    const { id } = await invited({ organisationId: fresh, role: 'ADMIN_BORROWER' }, platform)
    expect((await world.call(platform, 'DELETE', `${web}/user/${id}/invitation`)).error.code).toBe('LAST_ADMIN')
  })

  test.each([
    ['a role of another kind', { role: 'SUPERVISOR_PM' }, { role: 'not_of_kind' }],
    ['a role that needs no organisation', { role: 'OTHERS' }, { role: 'not_of_kind' }],
    ['the platform’s role', { role: 'ADMIN_PLATFORM' }, { role: 'not_of_kind' }],
    ['an invalid telephone', { telephone: '12345' }, { telephone: 'telephone' }],
    ['a name with a blank', { userName: 'two words' }, { userName: expect.any(String) }],
    ['no email address', { email: '' }, { email: expect.any(String) }],
  ])('is rejected with %s', async (_what, fault, fields) => {
    const { status, error } = await save(admin, person(fault))
    expect([status, error.code]).toEqual([400, 'BAD_SHAPE'])
    expect(error.fields).toEqual(fields)
  })

  test('is open to the platform for active organisations and for none', async () => {
    expect((await invited({ organisationId: other }, platform)).organisationId).toBe(other)
    expect(await invited({ organisationId: null, role: 'BANK_USER_NO_ORG' }, platform)).toMatchObject({
      organisationId: null,
      organisationKind: null,
    })
    expect((await save(platform, person({ organisationId: null }))).error.fields).toEqual({ role: 'not_of_kind' })
    expect((await save(platform, person({ organisationId: 999_999 }))).error.fields).toEqual({
      organisationId: 'unknown',
    })
    const closed = await world.organisation('BANK', 'Closed Bank')
    await world.sql`update organisations set status = 'DISABLED' where id = ${closed}`
    expect((await save(platform, person({ organisationId: closed }))).error.fields).toEqual({
      organisationId: 'not_active',
    })
  })

  test('is rejected for another organisation than the administrator’s', async () => {
    for (const organisationId of [other, null, 999_999]) {
      const { status, error } = await save(admin, person({ organisationId, role: null }))
      expect([status, error.fields]).toEqual([400, { organisationId: 'unknown' }])
    }
  })
})

describe('user edit', () => {
  test('changes a user, emits it and notifies the user of the role', async () => {
    const user = await invited()
    const { data } = await save(admin, edited(user, { displayName: 'Renamed', role: null }))
    expect(data).toMatchObject({ displayName: 'Renamed', role: null, version: 2 })
    expect(world.emitted.accountsChanged.flatMap(({ userIds }) => userIds)).toContain(user.id)
    expect(world.emitted.noticesChanged.at(-1)).toMatchObject({
      userId: user.id,
      notice: { code: 'ROLE_CHANGED', params: { role: '', by: 'admin' } },
    })
  })

  test('rejects an outdated version and changes nothing', async () => {
    const user = await invited()
    await save(admin, edited(user, { displayName: 'First' }))
    const { status, error } = await save(admin, edited(user, { displayName: 'Second' }))
    expect([status, error.code, error.fields]).toEqual([409, 'CONFLICT', { version: 'stale' }])
    expect((await detail(admin, user.id)).data.displayName).toBe('First')
    expect((await save(admin, { ...edited(user), version: undefined })).error.fields).toEqual({ version: 'required' })
  })

  test('lets one of three concurrent edits succeed', async () => {
    const user = await invited()
    const answers = await Promise.all(['A', 'B', 'C'].map((displayName) => save(admin, edited(user, { displayName }))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await detail(admin, user.id)).data).toMatchObject({
      version: 2,
      displayName: answers.find(({ status }) => status === 200)?.data.displayName,
    })
  })

  test('moves a user only by the platform and with a matching role', async () => {
    const user = await invited()
    expect((await save(platform, edited(user))).data.organisationId).toBe(bank)
    const borrower = await world.organisation('BORROWER', 'Herders')
    const { data: now } = await detail(platform, user.id)
    expect((await save(platform, edited(now, { organisationId: borrower }))).error.fields).toEqual({
      role: 'not_of_kind',
    })
    const { data } = await save(platform, edited(now, { organisationId: borrower, role: 'BORROWER_USER' }))
    expect(data).toMatchObject({ organisationId: borrower, role: 'BORROWER_USER' })
    expect((await detail(admin, user.id)).status).toBe(404)
  })

  test('voids the links sent to the old address', async () => {
    const user = await invited()
    const open = () => world.sql`select from mail_links where user_id = ${user.id} and used_at is null`
    expect(await open()).toHaveLength(1)
    await save(admin, edited(user, { displayName: 'Same address' }))
    expect(await open()).toHaveLength(1)
    const [first] = await mails(user.email)
    await save(admin, edited(user, { version: 2, email: 'elsewhere@example.com' }))
    // A user who has never signed in is invited at the new address instead.
    expect((await open()).length).toBe(1)
    expect((await mails('elsewhere@example.com'))[0]?.subject).toBe(first?.subject)
    expect((await mails(user.email)).at(-1)?.subject).toBe('您的 Drover 账号已变更')
  })

  test('changes address and telephone after confirmation and notifies the old ones', async () => {
    const user = await invited()
    await world.sql`update users set last_seen_at = now() where id = ${user.id}`
    const { data } = await save(admin, edited(user, { email: 'moved@example.com', telephone: '13700011122' }))
    expect(data).toMatchObject({
      email: user.email,
      pendingEmail: 'moved@example.com',
      telephone: user.telephone,
      pendingTelephone: '+8613700011122',
    })
    expect((await mails('moved@example.com')).map(({ body }) => body)).toEqual([
      expect.stringContaining('/user/confirm-email#'),
    ])
    expect((await mails(user.email)).at(-1)?.body).toContain('手机号')
    expect((await mails(user.telephone)).map(({ body }) => body)).toEqual([expect.stringContaining('的手机号已变更')])
  })

  test('keeps new number and mailbox out until their holder confirms them', async () => {
    const user = await invited()
    await world.sql`update users set last_seen_at = now() where id = ${user.id}`
    const [telephone, email] = ['+8613700011199', 'thief@example.com']
    await save(admin, edited(user, { telephone, email }))
    const captcha = await codeFor(world, telephone)
    const login = { type: 'mobile', telephone, captcha }
    expect((await send(world, 'POST', '/collateral/common/auth/login/user', login)).error.code).toBe('BAD_CAPTCHA')
    const token = /confirm-email#([\w-]+)/.exec((await mails(email))[0]?.body ?? '')?.[1] ?? ''
    const confirm = (by?: string) =>
      send(world, 'POST', '/collateral/common/auth/email/confirm', { token }, by === undefined ? {} : { token: by })
    expect((await confirm()).error.code).toBe('NOT_SIGNED_IN')
    expect((await confirm(admin)).error.code).toBe('NOT_SIGNED_IN')
    expect((await detail(admin, user.id)).data).toMatchObject({ email: user.email, pendingEmail: email })
    const own = await world.signIn(user.userName)
    expect((await confirm(own)).status).toBe(200)
    expect((await detail(admin, user.id)).data).toMatchObject({ email, pendingEmail: null })
  })

  test.each([
    ['has signed in', 'now()'],
    ['has never signed in', 'null'],
  ])('withdraws a pending address only for a new address (user %s)', async (_who, seen) => {
    const user = await invited()
    await world.sql`update users set last_seen_at = ${world.sql.unsafe(seen)} where id = ${user.id}`
    await world.sql`
      insert into mail_links (token_hash, purpose, user_id, address, created_at, expires_at)
      values (${Buffer.from(`asked ${user.id}`)}, 'CONFIRM_EMAIL', ${user.id}, 'asked@example.com', now(), now() + interval '1 day')`
    const { data: renamed } = await save(admin, edited(user, { displayName: 'Renamed' }))
    expect(renamed.pendingEmail).toBe('asked@example.com')
    const { data } = await save(admin, edited(renamed, { email: `set${user.id}@example.com` }))
    expect(data.pendingEmail).toBe(seen === 'null' ? null : `set${user.id}@example.com`)
  })

  test.each([
    ['telephone', { telephone: '13700011133' }],
    ['address', { email: 'thief@example.com' }],
    ['role', { role: 'ADMIN_BANK' }],
  ])('requires recent proof to change the %s', async (_what, change) => {
    const user = await invited()
    await forgettingProof(async () => {
      const refused = await save(admin, edited(user, change))
      expect([refused.status, refused.error.code]).toEqual([403, 'PROOF_REQUIRED'])
      expect((await save(admin, person())).error.code).toBe('PROOF_REQUIRED')
      expect((await world.call(admin, 'POST', `${web}/user/${user.id}/password/reset`)).error.code).toBe(
        'PROOF_REQUIRED',
      )
      expect((await world.call(admin, 'POST', `${web}/user/${user.id}/twoFactor/end`)).error.code).toBe(
        'PROOF_REQUIRED',
      )
      expect((await detail(admin, user.id)).data).toEqual(user)
      expect((await save(admin, edited(user, { displayName: 'Only renamed' }))).status).toBe(200)
    })
  })

  test('rejects changing one’s own address or telephone', async () => {
    const { data: own } = await detail(admin, await idOf('admin'))
    const reach = { telephone: own.telephone ?? '+8613900099999', email: own.email ?? 'admin@example.com' }
    await world.sql`update users set telephone = ${reach.telephone}, email = ${reach.email} where id = ${own.id}`
    const elsewhere = await save(admin, edited(own, { ...reach, telephone: '13900099998', email: 'thief@example.com' }))
    expect([elsewhere.status, elsewhere.error.fields]).toEqual([400, { telephone: 'oneself', email: 'oneself' }])
    expect((await save(admin, edited(own, { ...reach, displayName: 'Head of it' }))).status).toBe(200)
  })
})

describe('users of another organisation', () => {
  test('are not found by any call', async () => {
    const theirs = await invited({ organisationId: other }, platform)
    const { data } = await world.call<List<User>>(admin, 'POST', `${web}/user/list`, { pageSize: 1000 })
    expect(new Set(data.list.map(({ organisationId }) => organisationId))).toEqual(new Set([bank]))
    expect(
      (await world.call<List<User>>(admin, 'POST', `${web}/user/list`, { organisationId: other })).data.total,
    ).toBe(0)
    expect((await detail(admin, theirs.id)).status).toBe(404)
    expect((await save(admin, edited(theirs))).status).toBe(404)
    expect((await setStatus(admin, [theirs.id], 'DISABLED')).status).toBe(404)
    expect((await world.call(admin, 'POST', `${web}/user/${theirs.id}/password/reset`)).status).toBe(404)
    expect((await world.call(admin, 'POST', `${web}/user/${theirs.id}/twoFactor/end`)).status).toBe(404)
    expect((await detail(platform, theirs.id)).data).toEqual(theirs)
  })

  test('make a whole batch fail', async () => {
    const [own, theirs] = [await invited(), await invited({ organisationId: other }, platform)]
    expect((await setStatus(admin, [own.id, theirs.id], 'DISABLED')).status).toBe(404)
    expect((await detail(admin, own.id)).data.status).toBe('INVITED')
  })

  test('are hidden from an administrator whose role does not match', async () => {
    const misfit = await world.user('misfit', 'ADMIN_BORROWER', bank)
    expect((await world.call<List<User>>(misfit, 'POST', `${web}/user/list`, {})).data.total).toBe(0)
    expect((await save(misfit, person())).error.fields).toEqual({ organisationId: 'unknown' })
  })
})

test('filters, sorts and searches the user list', async () => {
  const list = async (body: object) => (await world.call<List<User>>(platform, 'POST', `${web}/user/list`, body)).data
  const user = await invited({
    userName: 'findable',
    displayName: '查找',
    telephone: '13955556666',
    email: 'Needle@example.com',
  })
  for (const name of ['FINDABLE', '查找', '5556666', 'needle@']) expect((await list({ name })).list).toEqual([user])
  const admins = await list({ role: ['ADMIN_BANK'], status: ['ACTIVE'], organisationId: other })
  expect(admins.list.map(({ userName }) => userName)).toEqual(['otherAdmin'])
  expect((await list({ role: [] })).total).toBe((await list({})).total)
  const names = (
    await list({ organisationId: bank, pageSize: 1000, sort: { field: 'userName', order: 'desc' } })
  ).list.map(({ userName }) => userName)
  expect(names).toEqual(names.toSorted().toReversed())
  expect(
    (await list({ pageSize: 2, current: 2, sort: { field: 'organisationName', order: 'asc' } })).list,
  ).toHaveLength(2)
})

test('filters the user list by second factor, days and ids', async () => {
  const list = async (body: object) =>
    (await world.call<List<User>>(platform, 'POST', `${web}/user/list`, body)).data.list.map(({ id }) => id)
  const user = await invited()
  const day = Date.UTC(2025, 0, 10)
  await world.sql`update users set totp_confirmed_at = ${day}, last_seen_at = ${day}, created_at = ${day - 5} where id = ${user.id}`
  expect(await list({ twoFactor: true, ids: [user.id] })).toEqual([user.id])
  expect(await list({ twoFactor: false, ids: [user.id] })).toEqual([])
  expect(await list({ seenFrom: day, seenTo: day })).toEqual([user.id])
  expect(await list({ seenTo: day - 1 })).toEqual([])
  expect(await list({ createdTo: day - 5 })).toEqual([user.id])
  expect(await list({ createdFrom: day - 4, ids: [user.id] })).toEqual([])
})

test('lists a user’s changes, those elsewhere only to the platform', async () => {
  const history = (token: string, id: number) =>
    world.call<List<HistoryEntry>>(token, 'POST', `${web}/user/${id}/history`, {})
  const user = await invited({ displayName: 'Before' })
  await save(admin, edited(user, { displayName: 'After' }))
  await setStatus(admin, [user.id], 'DISABLED')
  const { list } = (await history(admin, user.id)).data
  const by = (await detail(admin, await idOf('admin'))).data.displayName
  expect(list.map((entry) => [entry.action, entry.by, entry.reason])).toEqual([
    ['DISABLE', by, 'because'],
    ['EDIT', by, null],
    ['ADD', by, null],
  ])
  expect([list[1]?.before?.['displayName'], list[1]?.after?.['displayName'], list[0]?.after?.['status']]).toEqual([
    'Before',
    'After',
    'DISABLED',
  ])
  expect((await history(admin, await idOf('otherAdmin'))).status).toBe(404)

  const mover = await invited({}, admin)
  await save(platform, edited(mover, { organisationId: other }))
  const otherToken = await world.user('otherSecond', 'ADMIN_BANK', other)
  expect((await history(otherToken, mover.id)).data.list).toEqual([])
  expect((await history(platform, mover.id)).data.list.map(({ action }) => action)).toEqual(['EDIT', 'ADD'])
})

test('lists active users of the own organisation as colleagues', async () => {
  const organisation = await world.organisation('SUPERVISOR', 'Herd Watch')
  const token = await world.user('watcher', 'SUPERVISOR_PM', organisation)
  const colleague = await invited({ organisationId: organisation, role: 'SUPERVISOR_USER' }, platform)
  const inOrganisation = async () =>
    (await world.call<List<User>>(platform, 'POST', `${web}/user/list`, { organisationId: organisation })).data.list
  expect(await inOrganisation()).toHaveLength(2)
  const colleagues = async (who: string) =>
    (await world.call<List<{ displayName: string; role: string }>>(who, 'GET', '/api/users')).data.list
  expect((await colleagues(token)).map(({ displayName }) => displayName)).toEqual([colleague.displayName, 'watcher'])
  await setStatus(platform, [colleague.id], 'DISABLED')
  expect(await colleagues(token)).toMatchObject([{ displayName: 'watcher', role: 'SUPERVISOR_PM' }])
  expect(await colleagues(await world.user('loner', 'OTHERS', null))).toEqual([])
  expect(
    (await world.call<List<User>>(admin, 'GET', `${web}/userInOrg`)).data.list.every(
      ({ organisationId }) => organisationId === bank,
    ),
  ).toBe(true)
})

test('returns no secret of a user', async () => {
  const { data } = await detail(admin, await idOf('admin'))
  expect(Object.keys(data).filter((key) => /hash|secret|totp|token/i.test(key))).toEqual([])
})
