import { endpoints } from '#contract/calls/endpoints.ts'
import type { PolicyState } from '#contract/herd/insurancePolicies.ts'
import { farmReference } from '../../entities/farmReference.ts'
import type { Row, RowAction, Tone } from '../../list/describe.ts'
import { describeRecords } from '../../list/describeRecords.tsx'
import { formDialog } from '../../list/withForm.tsx'

/** Restores a policy whose animals another policy may insure by now. */
const restoreTwice: RowAction<Row> = {
  key: 'restoreTwice',
  titleId: 'insurance.restoreTwice',
  confirmId: 'insurance.restoreTwiceText',
  doneId: 'bin.restored',
  call: endpoints.insurancePolicies.restore,
  run: (row, ask) =>
    ask(endpoints.insurancePolicies.restore, { id: Number(Reflect.get(row, 'id')), allowsTwice: true }),
}

const form = {
  newTitleId: 'insurance.new',
  load: async () => (await import('./insuranceForm.ts')).insuranceForm,
  binActions: [restoreTwice],
} as const

const loadTags = async () => (await import('../../entities/policies/insureForms.ts')).insureByTagsForm
const tones: Record<PolicyState, Tone> = { UPCOMING: 'neutral', RUNNING: 'live', EXPIRING: 'minor', EXPIRED: 'major' }

export const insurancePolicies = describeRecords(
  endpoints.insurancePolicies,
  form,
)({
  noun: 'insurancePolicies',
  titleId: 'insurance.title',
  countId: 'insurance.count',
  emptyId: 'insurance.empty',
  nameOf: ({ number }) => number,
  sort: { field: 'endsOn', order: 'asc' },
  columns: {
    number: { titleId: 'insurance.number', width: 160 },
    insurer: { titleId: 'insurance.insurer', width: 180 },
    farmId: { titleId: 'insurance.farm', width: 180, of: farmReference },
    startsOn: { titleId: 'insurance.startsOn', width: 110, hideOrder: 1 },
    endsOn: { titleId: 'insurance.endsOn', width: 110 },
    sumPerHead: { titleId: 'insurance.sumPerHead', width: 130, hideOrder: 2 },
    heads: { titleId: 'policy.heads', width: 90 },
    state: {
      titleId: 'policy.state',
      width: 110,
      words: (state) => `policyState.${state}`,
      tone: (state) => tones[state],
    },
    daysLeft: { titleId: 'policy.daysLeft', width: 100 },
  },
  filters: [
    { field: 'number', titleId: 'insurance.number' },
    { field: 'farmId', titleId: 'insurance.farm', of: farmReference },
    { field: 'state', titleId: 'policy.state', words: (state) => `policyState.${state}` },
  ],
  actions: [
    {
      key: 'insure',
      titleId: 'insured.addByTags',
      isSingle: true,
      Dialog: formDialog(loadTags, ([policy]) => ({ policyId: policy?.id ?? 0 })),
    },
  ],
})
