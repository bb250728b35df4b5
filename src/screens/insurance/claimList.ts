import { endpoints } from '#contract/calls/endpoints.ts'
import type { ClaimStatus } from '#contract/herd/coverage/claims.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { policyReference } from '../../entities/policies/policyReference.ts'
import { describeList, type Tone } from '../../list/describe.ts'
import { formDetails, formDialog, formToolbar } from '../../list/withForm.tsx'

const load = async () => (await import('./claimForms.tsx')).claimForm
const tones: Record<ClaimStatus, Tone> = { OPEN: 'minor', PAID: 'live', REFUSED: 'neutral' }

/** Insurance claims, newest first. */
export const claimList = describeList(endpoints.claims.list)({
  noun: 'claims',
  titleId: 'claim.title',
  countId: 'claim.count',
  emptyId: 'claim.empty',
  next: [{ titleId: 'claim.new', call: endpoints.claims.addOrEdit, adds: 'claims' }],
  nameOf: ({ cause }) => cause,
  sort: { field: 'happenedOn', order: 'desc' },
  columns: {
    happenedOn: { titleId: 'claim.happenedOn', width: 110 },
    status: {
      titleId: 'claim.status',
      width: 100,
      words: (status) => `claimStatus.${status}`,
      tone: (status) => tones[status],
    },
    policyId: { titleId: 'insured.policy', width: 200, of: policyReference },
    cause: { titleId: 'claim.cause', width: 180 },
    animalIds: { titleId: 'claim.animals', width: 140, of: animalReference, hideOrder: 3 },
    amount: { titleId: 'claim.amount', width: 130 },
    paidAmount: { titleId: 'claim.paidAmount', width: 130, hideOrder: 2 },
    farmId: { titleId: 'animal.farm', width: 150, of: farmReference, hideOrder: 1 },
    decidedOn: { titleId: 'claim.decidedOn', width: 110, hidden: true },
    note: { titleId: 'claim.note', width: 160, hidden: true },
  },
  filters: [
    { field: 'status', titleId: 'claim.status', words: (status) => `claimStatus.${status}` },
    { field: 'policyId', titleId: 'insured.policy', of: policyReference },
    { field: 'farmId', titleId: 'animal.farm', of: farmReference },
    { field: 'animalId', titleId: 'claim.animals', of: animalReference },
  ],
  actions: [
    {
      key: 'decide',
      titleId: 'claim.decide',
      isSingle: true,
      appliesTo: ({ status }) => status === 'OPEN',
      Dialog: formDialog(async () => (await import('./claimForms.tsx')).decideForm),
    },
    {
      key: 'remove',
      titleId: 'claim.remove',
      danger: true,
      appliesTo: ({ status }) => status === 'OPEN',
      confirmId: 'claim.removeText',
      doneId: 'claim.removeDone',
      run: ({ id }, ask) => ask(endpoints.claims.remove, { id }),
    },
  ],
  Details: formDetails(load, ({ status }) => status !== 'OPEN', endpoints.claims.history),
  Toolbar: formToolbar('claims', 'claim.new', load),
})
