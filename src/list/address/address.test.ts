// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { queryOf, readAddress, writeAddress } from './address.ts'
import { describeList } from '../describe.ts'
import { describeReference } from '../../api/references.ts'

const farms = describeReference({
  list: endpoints.farms.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
const users = describeList(endpoints.users.list)({
  noun: 'users',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: ({ userName }) => userName,
  columns: { userName: { titleId: 'user.userName' } },
  filters: [
    { field: 'name', titleId: 'user.search' },
    { field: 'role', titleId: 'user.role', words: (role) => `role.${role}` },
    {
      field: 'status',
      titleId: 'user.status',
      words: (status) => `userStatus.${status}`,
      only: ['ACTIVE', 'DISABLED'],
    },
    { field: 'organisationId', titleId: 'user.organisation', of: farms },
  ],
})
const alerts = describeList(endpoints.alerts.list)({
  noun: 'alerts',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: ({ subjectName }) => subjectName,
  columns: {},
  filters: [{ from: 'from', to: 'to', titleId: 'user.createdAt' }],
  sort: { field: 'raisedAt', order: 'desc' },
})

describe('readAddress and its shortest form', () => {
  test.each([
    ['', ''],
    ['page=1', ''],
    ['page=3&size=100', 'page=3&size=100'],
    ['sort=-createdAt', 'sort=-createdAt'],
    ['sort=userName', 'sort=userName'],
    ['name=%20 李%20', 'name=%E6%9D%8E'],
    ['role=BANK_USER,ADMIN_BANK', 'role=ADMIN_BANK%2CBANK_USER'],
    ['open=7&name=a', 'name=a&open=7'],
    ['organisationId=12', 'organisationId=12'],
    // Values that the list does not take.
    ['page=0', ''],
    ['page=-1', ''],
    ['page=1e3', ''],
    ['page=99999999999999999999', ''],
    ['size=1001', ''],
    ['size=0', ''],
    ['sort=password', ''],
    ['sort=-', ''],
    ['role=KING', ''],
    ['role=KING,OTHERS', 'role=OTHERS'],
    ['status=PENDING_ACTIVATION', ''],
    ['organisationId=x', ''],
    ['organisationId=-4', ''],
    ['open=0', ''],
    ['name=', ''],
    ['other=1', ''],
    [`name=${'x'.repeat(200)}`, `name=${'x'.repeat(100)}`],
  ])('writes %j as %j', (query, written) => {
    expect(String(writeAddress(users, readAddress(users, new URLSearchParams(query))))).toBe(written)
  })

  test.each([
    ['from=2026-05-01~2026-05-03', 'from=2026-05-01%7E2026-05-03'],
    ['from=~2026-05-03', 'from=%7E2026-05-03'],
    ['from=2026-05-01~', 'from=2026-05-01%7E'],
    ['from=2026-05-03~2026-05-01', 'from=2026-05-01%7E2026-05-03'],
    ['from=2026-02-30~', ''],
    ['from=yesterday', ''],
    ['from=~', ''],
  ])('writes the days of %j as %j', (query, written) => {
    expect(String(writeAddress(alerts, readAddress(alerts, new URLSearchParams(query))))).toBe(written)
  })
})

describe('queryOf', () => {
  const inputFrom = (list: typeof users, query: string) => queryOf(list, readAddress(list, new URLSearchParams(query)))

  test('sends texts, codes, ids and the sort', () => {
    expect(inputFrom(users, 'name=李&role=OTHERS&status=ACTIVE&organisationId=4&sort=-id&page=2')).toEqual({
      name: '李',
      role: ['OTHERS'],
      status: ['ACTIVE'],
      organisationId: 4,
      sort: { field: 'id', order: 'desc' },
    })
  })

  test('sends days unchanged to calls that take days', () => {
    const reports = describeList(endpoints.dailyReports.list)({
      noun: 'reports',
      titleId: 'user.title',
      countId: 'user.count',
      emptyId: 'user.empty',
      nameOf: ({ day }) => day,
      columns: {},
      filters: [{ from: 'from', to: 'to', titleId: 'user.createdAt' }],
    })
    expect(queryOf(reports, readAddress(reports, new URLSearchParams('from=2026-05-01~2026-05-03')))).toEqual({
      from: '2026-05-01',
      to: '2026-05-03',
    })
    expect(queryOf(reports, readAddress(reports, new URLSearchParams('from=~2026-05-03')))).toEqual({
      to: '2026-05-03',
    })
    const names = {
      noun: 'users',
      titleId: 'user.title',
      countId: 'user.count',
      emptyId: 'user.empty',
      nameOf: () => '',
      columns: {},
    } as const
    expect(() =>
      describeList(endpoints.users.list)({ ...names, filters: [{ from: 'name', to: 'name', titleId: 'user.search' }] }),
    ).toThrow('no filter name')
  })

  test('sends days as their first and last instant in local time', () => {
    expect(inputFrom(alerts, 'from=2026-05-01~2026-05-02')).toEqual({
      from: new Date(2026, 4, 1).getTime(),
      to: new Date(2026, 4, 3).getTime() - 1,
      sort: { field: 'raisedAt', order: 'desc' },
    })
  })

  test('sends only values that the schema accepts', () => {
    for (const query of ['', 'name=a&role=OTHERS&status=ACTIVE&organisationId=4&sort=-id', 'sort=lastSeenAt']) {
      expect(endpoints.users.list.input.safeParse(inputFrom(users, query)).success).toBe(true)
    }
    expect(endpoints.alerts.list.input.safeParse(inputFrom(alerts, 'from=2026-05-01~2026-05-02')).success).toBe(true)
  })
})
