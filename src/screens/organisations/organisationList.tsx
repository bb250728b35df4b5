import { endpoints } from '#contract/calls/endpoints.ts'
import type { OrganisationStatus } from '#contract/people/organisations.ts'
import { describeList, type Tone } from '../../list/describe.ts'
import { formDetails, formToolbar, type LoadForm } from '../../list/withForm.tsx'

const tones: Record<OrganisationStatus, Tone> = {
  PENDING_ACTIVATION: 'unverified',
  PENDING_APPROVAL: 'minor',
  ACTIVE: 'neutral',
  DISABLED: 'major',
  REJECTED: 'critical',
}

const loadForm: LoadForm = async () => (await import('../../entities/organisationForms.ts')).organisationForm

export const organisationList = describeList(endpoints.organisations.list)({
  noun: 'organisations',
  titleId: 'organisation.title',
  countId: 'organisation.count',
  emptyId: 'organisation.empty',
  next: [{ titleId: 'organisation.new', call: endpoints.organisations.addOrEdit, adds: 'organisations' }],
  nameOf: ({ name }) => name,
  sort: { field: 'registeredDate', order: 'desc' },
  columns: {
    name: { titleId: 'organisation.name', width: 190 },
    role: { titleId: 'organisation.kind', width: 110, words: (kind) => `organisationKind.${kind}` },
    status: {
      titleId: 'organisation.status',
      width: 120,
      words: (status) => `organisationStatus.${status}`,
      tone: (status) => tones[status],
    },
    creditCode: { titleId: 'organisation.creditCode', width: 200, hideOrder: 3 },
    contact: { titleId: 'organisation.contact', width: 110, hidden: true },
    telephone: { titleId: 'organisation.telephone', width: 160, hideOrder: 4 },
    users: { titleId: 'organisation.users', width: 84, hideOrder: 2 },
    registeredDate: { titleId: 'organisation.registeredDate', width: 170, hideOrder: 1 },
    email: { titleId: 'organisation.email', width: 190, hidden: true },
    address: { titleId: 'organisation.address', width: 220, hidden: true },
    requiresTwoFactor: { titleId: 'organisation.twoFactor', width: 120, hidden: true },
    updatedAt: { titleId: 'organisation.updatedAt', width: 170, hidden: true },
  },
  filters: [
    { field: 'name', titleId: 'organisation.search' },
    { field: 'role', titleId: 'organisation.kind', words: (kind) => `organisationKind.${kind}` },
    { field: 'status', titleId: 'organisation.status', words: (status) => `organisationStatus.${status}` },
    { field: 'requiresTwoFactor', titleId: 'organisation.twoFactor', words: (needs) => `user.twoFactor.${needs}` },
    { from: 'registeredFrom', to: 'registeredTo', titleId: 'organisation.registeredDate' },
  ],
  actions: [
    {
      key: 'enable',
      titleId: 'organisation.enable',
      appliesTo: ({ status }) => status === 'DISABLED',
      confirmId: 'organisation.enableText',
      reasonId: 'organisation.reason',
      doneId: 'organisation.enabled',
      run: ({ id }, ask, reason) => ask(endpoints.organisations.setStatus, { ids: [id], status: 'ACTIVE', reason }),
    },
    {
      key: 'disable',
      titleId: 'organisation.disable',
      danger: true,
      appliesTo: ({ status, role }) => status === 'ACTIVE' && role !== 'PLATFORM',
      confirmId: 'organisation.disableText',
      reasonId: 'organisation.reason',
      doneId: 'organisation.disabled',
      run: ({ id }, ask, reason) => ask(endpoints.organisations.setStatus, { ids: [id], status: 'DISABLED', reason }),
    },
  ],
  Details: formDetails(
    loadForm,
    ({ role, status }) => role === 'PLATFORM' || (status !== 'ACTIVE' && status !== 'DISABLED'),
    endpoints.organisations.history,
  ),
  Toolbar: formToolbar('organisations', 'organisation.new', loadForm),
})
