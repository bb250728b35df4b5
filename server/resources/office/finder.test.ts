import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '#contract/office/finder.ts'
import type { Role } from '#contract/people/roles.ts'
import { createPinyinFinder } from '#contract/values/pinyin.ts'
import { creditCodeOf } from '../../auth/testAuth.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { insertProject } from '../herd/projects.ts'
import { spelledBy } from './finder.ts'
import { raiseTicket } from './tickets/tickets.ts'

let world: World
const tokens: Partial<Record<Role, string>> = {}
let farmIds: number[]
let bankId: number
let borrowerId: number

beforeAll(async () => {
  world = await openWorld()
  const [supervisor, bank, borrower, platform] = [
    await world.organisation('SUPERVISOR', 'S'),
    await world.organisation('BANK', 'B'),
    await world.organisation('BORROWER', 'R'),
    await world.organisation('PLATFORM', 'P'),
  ]
  bankId = bank
  borrowerId = borrower
  const people: [Role, number | null][] = [
    ['SUPERVISOR_PM', supervisor],
    ['ADMIN_BANK', bank],
    ['BANK_USER', bank],
    ['ADMIN_BORROWER', borrower],
    ['BORROWER_USER', borrower],
    ['SUPERVISOR_USER', supervisor],
    ['BANK_USER_NO_ORG', null],
    ['OTHERS', null],
    ['ADMIN_PLATFORM', platform],
  ]
  for (const [role, organisationId] of people) tokens[role] = await world.user(role, role, organisationId)
  const put = async (noun: string, body: object) =>
    (await world.call<{ id: number }>(tokens.SUPERVISOR_PM ?? '', 'PUT', `/collateral/web/${noun}/addOrEdit`, body))
      .data.id
  farmIds = [
    await put('farm', { name: '敖包 Ranch', address: '锡林浩特', boundary: square(116, 44) }),
    await put('farm', { name: 'South_Ranch', boundary: square(117, 44) }),
  ]
  for (let i = 0; i < 12; i++) await put('animal', { visualTag: `TAG${i}`, farmId: farmIds[0] })
  await put('animal', {
    visualTag: '0001',
    farmId: farmIds[1],
    electronicTag: { scheme: 'CN', value: '215250212345678' },
  })
  await insertProject(world.sql, {
    code: 'P-100%',
    name: 'Ranch loan',
    bankOrgId: bank,
    borrowerOrgId: borrower,
    supervisorOrgId: supervisor,
    contractHeadcount: 5,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmIds[0] ?? 0],
    createdAt: Date.UTC(2026, 4, 1),
  })
})
afterAll(() => world.close())

async function find(role: Role, text: string): Promise<Finding[]> {
  return (await world.call<{ list: Finding[] }>(tokens[role] ?? '', 'POST', '/collateral/common/find', { text })).data
    .list
}
const names = async (role: Role, text: string) => (await find(role, text)).map(({ kind, name }) => `${kind} ${name}`)

test('finds farms, animals and projects by part of a name, ignoring case', async () => {
  expect(await find('SUPERVISOR_PM', 'rAnCh')).toEqual([
    { kind: 'farm', id: farmIds[0], name: '敖包 Ranch', hint: '锡林浩特', farmId: farmIds[0], matched: null },
    { kind: 'farm', id: farmIds[1], name: 'South_Ranch', hint: '', farmId: farmIds[1], matched: null },
    { kind: 'project', id: expect.any(Number), name: 'Ranch loan', hint: 'P-100%', farmId: farmIds[0], matched: null },
  ])
  expect(await names('SUPERVISOR_PM', '敖')).toEqual(['farm 敖包 Ranch'])
  expect(await find('SUPERVISOR_PM', '2502123')).toMatchObject([
    {
      kind: 'animal',
      name: '0001',
      hint: 'South_Ranch',
      farmId: farmIds[1],
      matched: { field: 'electronicTag', text: expect.stringContaining('215250212345678') },
    },
  ])
  expect(await names('SUPERVISOR_PM', 'p-1')).toEqual(['project Ranch loan'])
})

test('returns at most eight of a kind, best match first', async () => {
  expect((await find('SUPERVISOR_PM', 'tag')).length).toBe(8)
  expect((await names('SUPERVISOR_PM', 'tag1'))[0]).toBe('animal TAG1')
})

test.each(['%', '_', '\\', '100%', 'South_', "'", 'a'.repeat(100)])('treats %s literally', async (text) => {
  const all = await find('SUPERVISOR_PM', text)
  expect(all.every(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(text.toLowerCase()))).toBe(true)
})

test('finds names with an underscore or percent sign', async () => {
  expect(await names('SUPERVISOR_PM', '_')).toEqual(['farm South_Ranch'])
  expect(await names('SUPERVISOR_PM', '%')).toEqual(['project Ranch loan'])
})

test('returns only findings that the role’s screens show', async () => {
  expect(await names('ADMIN_BANK', 'ranch')).toEqual(['farm 敖包 Ranch', 'project Ranch loan'])
  expect(await names('BANK_USER', 'ranch')).toEqual(['farm 敖包 Ranch', 'project Ranch loan'])
  expect(await names('ADMIN_BORROWER', 'ranch')).toEqual(['farm 敖包 Ranch', 'project Ranch loan'])
  expect(await find('ADMIN_PLATFORM', 'ranch')).toMatchObject([{ kind: 'project', farmId: null }])
  for (const role of ['OTHERS', 'BORROWER_USER', 'SUPERVISOR_USER', 'BANK_USER_NO_ORG'] as const)
    expect(await names(role, 'a')).toEqual([])
})

test('finds a Chinese name by its pinyin', async () => {
  expect(await names('SUPERVISOR_PM', 'aob')).toEqual(['farm 敖包 Ranch'])
  expect(await names('SUPERVISOR_PM', 'ab')).toEqual(['farm 敖包 Ranch'])
  expect(await names('SUPERVISOR_PM', 'zbao')).toEqual([])
})

test('finds the oldest of many thousand names by its pinyin', { tags: 'long' }, async () => {
  await world.sql`
    insert into farms (name, supervisor_org_id, time_zone, boundary, created_at, updated_at)
    select '新牧场 ' || n, supervisor_org_id, time_zone, boundary, created_at, updated_at from farms, generate_series(1, 4000) n where id = ${farmIds[0] ?? 0}`
  expect(await names('SUPERVISOR_PM', 'aobao')).toEqual(['farm 敖包 Ranch'])
  expect((await names('SUPERVISOR_PM', 'xmc'))[0]).toBe('farm 新牧场 1')
  await world.sql`update farms set name = '乌兰图嘎' where name = '新牧场 7'`
  expect(await names('SUPERVISOR_PM', 'wulantuga')).toEqual(['farm 乌兰图嘎'])
  await world.sql`delete from farms where name ~ '^(新牧场|乌兰图嘎)'`
})

test('matches pinyin in the database as the console does', async () => {
  const find = createPinyinFinder()
  const sampleNames = [
    '锡盟活畜监管公司',
    '绿洲 2 号牧场',
    '女儿河略阳卵石',
    '敖包Ranch',
    '敖_包 b',
    'a敖b包',
    '  敖',
    '內蒙古監管機構',
  ]
  const texts = [
    'ximeng',
    'xm',
    "jian'guan",
    'jggs',
    'lvz',
    'lüz',
    'nver',
    'lueyang',
    'lveyang',
    'aobao',
    'aob',
    'abao',
    'ab',
    'obao',
    'ranch',
    'baoranch',
    'aobb',
    'mx',
    'zh',
    'nmgjg',
  ]
  for (const text of texts) {
    const rows = await world.sql<
      { name: string }[]
    >`select name from unnest(${sampleNames}::text[]) name where spell(name) ~ ${spelledBy(text)}`
    expect([text, rows.map(({ name }) => name)]).toEqual([
      text,
      sampleNames.filter((name) => find(name, text) !== null),
    ])
  }
})

describe('organisations, users and tickets', () => {
  beforeAll(async () => {
    const put = (noun: string, body: object) =>
      world.call(tokens.ADMIN_PLATFORM ?? '', 'PUT', `/collateral/web/${noun}/addOrEdit`, body)
    const reach = { contact: '巴图', telephone: '13900000123', email: 'office@steppe.example', address: '锡林浩特' }
    await put('org', {
      ...reach,
      role: 'BANK',
      name: '锡盟银行',
      creditCode: creditCodeOf(1),
      requiresTwoFactor: false,
    })
    await put('user', {
      userName: 'surina',
      displayName: '苏日娜',
      role: 'BANK_USER',
      telephone: '13911112222',
      email: 'sr@steppe.example',
      organisationId: bankId,
    })
    const [raiser] = await world.sql<{ id: number }[]>`select id from users where user_name = 'ADMIN_BORROWER'`
    await raiseTicket(world.sql, {
      kind: 'ORGANISATION_REGISTRATION',
      subjectType: 'ORGANISATION',
      subjectId: 1,
      subjectName: '乌兰牧业',
      payload: {},
      raisedBy: raiser?.id ?? 0,
      raisedOrgId: borrowerId,
      parties: {},
      at: Date.UTC(2026, 4, 1),
    })
  })

  test('are found by the platform, with the field that matched', async () => {
    expect(await names('ADMIN_PLATFORM', 'ximeng')).toEqual(['organisation 锡盟银行'])
    expect(await find('ADMIN_PLATFORM', creditCodeOf(1).slice(3, 12))).toMatchObject([
      { kind: 'organisation', matched: { field: 'creditCode', text: creditCodeOf(1) } },
    ])
    expect(await find('ADMIN_PLATFORM', 'srn')).toMatchObject([
      { kind: 'user', name: '苏日娜', hint: 'B', role: 'BANK_USER', matched: null },
    ])
    expect(await find('ADMIN_PLATFORM', '1111222')).toMatchObject([
      { kind: 'user', matched: { field: 'telephone', text: '+8613911112222' } },
    ])
    expect(await find('ADMIN_PLATFORM', 'sr@STEPPE')).toMatchObject([{ kind: 'user', matched: { field: 'email' } }])
    expect(await find('ADMIN_PLATFORM', '乌兰')).toMatchObject([
      { kind: 'ticket', ticketKind: 'ORGANISATION_REGISTRATION', hint: 'ADMIN_BORROWER' },
    ])
  })

  test('are found by administrators in their own organisation only', async () => {
    expect(await names('ADMIN_BANK', 'srn')).toEqual(['user 苏日娜'])
    expect(await names('ADMIN_BORROWER', 'wulan')).toEqual(['ticket 乌兰牧业'])
    expect(await names('ADMIN_BANK', 'wulan')).toEqual([])
    for (const role of ['ADMIN_BORROWER', 'BANK_USER', 'SUPERVISOR_PM', 'OTHERS'] as const) {
      expect(await names(role, 'surina')).toEqual([])
      expect(await names(role, '锡盟')).toEqual([])
    }
  })
})

test('rejects a blank text', async () => {
  const { status } = await world.call(tokens.OTHERS ?? '', 'POST', '/collateral/common/find', { text: '  ' })
  expect(status).toBe(400)
})
