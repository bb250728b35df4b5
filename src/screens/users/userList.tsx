import { endpoints } from '#contract/endpoints.ts'
import type { UserStatus } from '#contract/users.ts'
import { describeList, type Tone } from '../../list/describe.ts'
import { organisationReference } from '../../list/organisationReference.ts'
import { formDetails, formToolbar } from '../../list/withForm.tsx'
import { userForm } from './userForm.tsx'

const tones: Record<UserStatus, Tone> = { PENDING_ACTIVATION: 'unverified', ACTIVE: 'neutral', DISABLED: 'major' }

export const userList = describeList(endpoints.users.list, {
  noun: 'users',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: ({ displayName, userName }) => `${displayName}（${userName}）`,
  sort: { field: 'createdAt', order: 'desc' },
  columns: [
    { field: 'displayName', titleId: 'user.displayName', width: 150 },
    { field: 'userName', titleId: 'user.userName', width: 140 },
    { field: 'role', titleId: 'user.role', width: 150, words: (role) => `role.${role}` },
    { field: 'organisationName', titleId: 'user.organisation', width: 190 },
    { field: 'status', titleId: 'user.status', width: 110, words: (status) => `userStatus.${status}`, tone: (status) => tones[status] },
    { field: 'telephone', titleId: 'user.telephone', width: 150 },
    { field: 'twoFactor', titleId: 'user.twoFactor', width: 100 },
    { field: 'lastSeenAt', titleId: 'user.lastSeenAt', width: 170 },
    { field: 'email', titleId: 'user.email', width: 200, hidden: true },
    { field: 'organisationKind', titleId: 'user.organisationKind', width: 110, words: (kind) => `organisationKind.${kind}`, hidden: true },
    { field: 'createdAt', titleId: 'user.createdAt', width: 170, hidden: true },
    { field: 'passwordSetAt', titleId: 'user.passwordSetAt', width: 170, hidden: true },
  ],
  filters: [
    { field: 'name', titleId: 'user.search' },
    { field: 'role', titleId: 'user.role', words: (role) => `role.${role}` },
    { field: 'status', titleId: 'user.status', words: (status) => `userStatus.${status}` },
    { field: 'organisationId', titleId: 'user.organisation', of: organisationReference },
  ],
  actions: [
    {
      key: 'enable',
      titleId: 'user.enable',
      fits: ({ status }) => status === 'DISABLED',
      askId: 'user.enableText',
      reasonId: 'user.reason',
      doneId: 'user.enabled',
      run: ({ id }, ask, reason) => ask(endpoints.users.setStatus, { ids: [id], status: 'ACTIVE', reason }),
    },
    {
      key: 'disable',
      titleId: 'user.disable',
      danger: true,
      fits: ({ status }) => status === 'ACTIVE',
      askId: 'user.disableText',
      reasonId: 'user.reason',
      doneId: 'user.disabled',
      run: ({ id }, ask, reason) => ask(endpoints.users.setStatus, { ids: [id], status: 'DISABLED', reason }),
    },
    {
      key: 'resetPassword',
      titleId: 'user.resetPassword',
      danger: true,
      fits: ({ status, email }) => status !== 'DISABLED' && email !== null,
      askId: 'user.resetPasswordText',
      doneId: 'user.passwordReset',
      run: ({ id }, ask) => ask(endpoints.users.resetPassword, { id }),
    },
    {
      key: 'endTwoFactor',
      titleId: 'user.endTwoFactor',
      danger: true,
      fits: ({ twoFactor }) => twoFactor,
      askId: 'user.endTwoFactorText',
      doneId: 'user.twoFactorEnded',
      run: ({ id }, ask) => ask(endpoints.users.endTwoFactor, { id }),
    },
  ],
  Details: formDetails(userForm),
  Toolbar: formToolbar(userForm),
})
