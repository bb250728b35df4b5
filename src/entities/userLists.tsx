import { endpoints } from '#contract/calls/endpoints.ts'
import type { User } from '#contract/people/users.ts'
import { describeList, type Action, type ListDescription } from '../list/describe.ts'
import { organisationReference } from './organisationReference.ts'
import { formDetails, formToolbar, type LoadForm } from '../list/withForm.tsx'
import { accountNow } from '../store/account.ts'
import { userTones } from './userTones.ts'
import type { IntlShape } from 'react-intl'

type Shared = ListDescription<typeof endpoints.users.list>

const name = {
  displayName: { titleId: 'user.displayName', width: 140 },
  userName: { titleId: 'user.userName', width: 120, hideOrder: 4 },
} as const satisfies Shared['columns']
const role = {
  role: { titleId: 'user.role', width: 140, words: (one) => `role.${one}` },
} as const satisfies Shared['columns']
const others = {
  status: {
    titleId: 'user.status',
    width: 110,
    words: (status) => `userStatus.${status}`,
    tone: (status) => userTones[status],
  },
  telephone: { titleId: 'user.telephone', width: 160, hideOrder: 5 },
  twoFactor: { titleId: 'user.twoFactor', width: 90, hideOrder: 2 },
  lastSeenAt: { titleId: 'user.lastSeenAt', width: 150, hideOrder: 1 },
  email: { titleId: 'user.email', width: 200, hidden: true },
  createdAt: { titleId: 'user.createdAt', width: 170, hidden: true },
  passwordSetAt: { titleId: 'user.passwordSetAt', width: 170, hidden: true },
} as const satisfies Shared['columns']

const searches = [
  { field: 'name', titleId: 'user.search' },
  { field: 'role', titleId: 'user.role', words: (one) => `role.${one}` },
  { field: 'status', titleId: 'user.status', words: (status) => `userStatus.${status}` },
] as const satisfies Shared['filters']

const moreFilters = [
  { field: 'twoFactor', titleId: 'user.twoFactor', words: (has) => `user.twoFactor.${has}` },
  { from: 'seenFrom', to: 'seenTo', titleId: 'user.lastSeenAt' },
  { from: 'createdFrom', to: 'createdTo', titleId: 'user.createdAt' },
] as const satisfies Shared['filters']

/** Excludes the user's own account, which is changed on the account page. */
const isAnother = ({ id }: User) => id !== accountNow()?.id

const actions: readonly Action<User>[] = [
  {
    key: 'inviteAgain',
    titleId: 'user.inviteAgain',
    appliesTo: ({ status }) => status === 'INVITED',
    confirmId: 'user.inviteAgainText',
    doneId: 'user.invitedAgain',
    run: ({ id }, ask) => ask(endpoints.users.sendInvitation, { id }),
  },
  {
    key: 'endInvitation',
    titleId: 'user.endInvitation',
    danger: true,
    appliesTo: ({ status }) => status === 'INVITED',
    confirmId: 'user.endInvitationText',
    doneId: 'user.invitationEnded',
    run: ({ id }, ask) => ask(endpoints.users.endInvitation, { id }),
  },
  {
    key: 'enable',
    titleId: 'user.enable',
    appliesTo: ({ status }) => status === 'DISABLED',
    confirmId: 'user.enableText',
    reasonId: 'user.reason',
    doneId: 'user.enabled',
    run: ({ id }, ask, reason) => ask(endpoints.users.setStatus, { ids: [id], status: 'ACTIVE', reason }),
  },
  {
    key: 'disable',
    titleId: 'user.disable',
    danger: true,
    appliesTo: (user) => user.status === 'ACTIVE' && isAnother(user),
    confirmId: 'user.disableText',
    reasonId: 'user.reason',
    doneId: 'user.disabled',
    run: ({ id }, ask, reason) => ask(endpoints.users.setStatus, { ids: [id], status: 'DISABLED', reason }),
  },
  {
    key: 'resetPassword',
    titleId: 'user.resetPassword',
    danger: true,
    appliesTo: (user) => user.status === 'ACTIVE' && user.email !== null && isAnother(user),
    confirmId: 'user.resetPasswordText',
    doneId: 'user.passwordReset',
    run: ({ id }, ask) => ask(endpoints.users.resetPassword, { id }),
  },
  {
    key: 'endTwoFactor',
    titleId: 'user.endTwoFactor',
    danger: true,
    appliesTo: (user) => user.twoFactor && isAnother(user),
    confirmId: 'user.endTwoFactorText',
    doneId: 'user.twoFactorEnded',
    run: ({ id }, ask) => ask(endpoints.users.endTwoFactor, { id }),
  },
]

const shared = {
  nameOf: ({ displayName, userName }: User, intl: IntlShape) =>
    intl.formatMessage({ id: 'join.note' }, { what: displayName, note: userName }),
  countId: 'user.count',
  sort: { field: 'createdAt', order: 'desc' },
  actions,
} as const

const loadUserForm: LoadForm = async () => (await import('./userForms.ts')).userForm
const loadColleagueForm: LoadForm = async () => (await import('./userForms.ts')).colleagueForm

/** All users, for the platform. */
export const userList = describeList(endpoints.users.list)({
  ...shared,
  noun: 'users',
  titleId: 'user.title',
  emptyId: 'user.empty',
  next: [{ titleId: 'user.new', call: endpoints.users.addOrEdit, adds: 'users' }],
  columns: {
    ...name,
    ...role,
    organisationName: { titleId: 'user.organisation', width: 160, hideOrder: 3 },
    ...others,
    organisationKind: {
      titleId: 'user.organisationKind',
      width: 110,
      words: (kind) => `organisationKind.${kind}`,
      hidden: true,
    },
  },
  filters: [
    ...searches,
    { field: 'organisationId', titleId: 'user.organisation', of: organisationReference },
    ...moreFilters,
  ],
  Details: formDetails(loadUserForm, undefined, endpoints.users.history),
  Toolbar: formToolbar('users', 'user.new', loadUserForm),
})

/** Users of the own organisation, for its administrator. */
export const colleagueList = describeList(endpoints.users.list)({
  ...shared,
  noun: 'colleagues',
  titleId: 'user.colleagues',
  emptyId: 'user.noColleagues',
  next: [{ titleId: 'user.new', call: endpoints.users.addOrEdit, adds: 'colleagues' }],
  columns: { ...name, ...role, ...others },
  filters: [...searches, ...moreFilters],
  Details: formDetails(loadColleagueForm, undefined, endpoints.users.history),
  Toolbar: formToolbar('colleagues', 'user.new', loadColleagueForm),
})
