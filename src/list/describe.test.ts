import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeList, type ListDescription } from './describe.ts'
import { organisationReference } from '../entities/organisationReference.ts'

type Users = ListDescription<typeof endpoints.users.list>
type Farms = ListDescription<typeof endpoints.farms.list>
type Alerts = ListDescription<typeof endpoints.alerts.list>

const described = {
  noun: 'users',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: ({ userName }) => userName,
} as const satisfies Partial<Users>

/** Each of these stands for a mistake that the compiler finds: were it to compile, this file would not. */
export const mistakes: [
  Users['columns'],
  Users['columns'],
  Users['columns'],
  Users['filters'],
  Farms['columns'],
  Alerts['filters'],
  Users['sort'],
] = [
  {
    // @ts-expect-error a code without words
    status: { titleId: 'user.status' },
    // @ts-expect-error words for a field that is no code
    userName: { titleId: 'user.userName', words: () => 'user.userName' },
  },
  {
    // @ts-expect-error a field that the rows don't have
    passwordHash: { titleId: 'user.userName' },
  },
  {
    // @ts-expect-error words that are not there
    status: { titleId: 'user.status', words: (status) => `nowhere.${status}` },
  },
  [
    // @ts-expect-error a filter that the call does not take
    { field: 'telephone', titleId: 'user.telephone' },
    // @ts-expect-error an id without what it stands for
    { field: 'organisationId', titleId: 'user.organisation' },
    // @ts-expect-error a code that does not exist
    { field: 'status', titleId: 'user.status', words: (status) => `userStatus.${status}`, only: ['GONE'] },
  ],
  {
    // @ts-expect-error a part that the record's part does not have
    'headcount.imagined': { titleId: 'user.userName' },
  },
  [
    // @ts-expect-error a range of a field that is no instant
    { from: 'farmId', to: 'to', titleId: 'user.createdAt' },
  ],
  // @ts-expect-error a sort that the call does not take
  { field: 'email', order: 'asc' },
]

test('derives the kind of a field from the schemas', () => {
  const list = describeList(endpoints.users.list)({
    ...described,
    columns: {
      userName: { titleId: 'user.userName' },
      createdAt: { titleId: 'user.createdAt' },
      organisationId: { titleId: 'user.organisation', of: organisationReference },
      version: { titleId: 'user.userName' },
    },
    filters: [
      { field: 'name', titleId: 'user.search' },
      { field: 'status', titleId: 'user.status', words: (status) => `userStatus.${status}` },
      { field: 'organisationId', titleId: 'user.organisation', of: organisationReference },
    ],
  })
  expect(list.columns.map(({ isText, isInstant, isNumber }) => [isText, isInstant, isNumber])).toEqual([
    [true, false, false],
    [false, true, false],
    [true, false, false],
    [false, false, true],
  ])
  expect(list.filters.map(({ shape }) => shape)).toEqual([
    { kind: 'text', options: [] },
    { kind: 'many', options: ['INVITED', 'PENDING_ACTIVATION', 'ACTIVE', 'DISABLED'] },
    { kind: 'number', options: [] },
  ])
  expect(list.shape.sortable).toContain('createdAt')
})

test('accepts parts of a record as fields', () => {
  const list = describeList(endpoints.farms.list)({
    ...described,
    nameOf: ({ name }) => name,
    columns: {
      'headcount.heard': { titleId: 'user.userName' },
      'headcount.at': { titleId: 'user.createdAt' },
    },
    filters: [{ field: 'borrowerOrgId', titleId: 'user.organisation', of: organisationReference }],
  })
  expect(list.columns.map(({ isNumber, isInstant }) => [isNumber, isInstant])).toEqual([
    [true, false],
    [false, true],
  ])
})
