import { endpoints } from '#contract/calls/endpoints.ts'
import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { Animal, Confidence } from '#contract/herd/animals.ts'
import type { AnimalStatus } from '#contract/herd/animals/animalStatuses.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { categoryReference, colourReference, originReference } from '../../entities/lookups/lookupReferences.ts'
import { groupReference } from '../../entities/animals/groupReference.ts'
import { neckbandReference } from '../../entities/neckbandReference.ts'
import { penReference } from '../../entities/penReference.ts'
import { permitForm } from '../../entities/permits/loadPermitForm.ts'
import { policyReference } from '../../entities/policies/policyReference.ts'
import type { Tone } from '../../list/describe.ts'
import { describeRecords } from '../../list/describeRecords.tsx'
import { formDialog } from '../../list/withForm.tsx'

const base = '/dashboard/animal-monitor/animal'
const form = {
  newTitleId: 'animal.new',
  load: async () => (await import('./animalForm.tsx')).animalForm,
  prefill: ['farmId', 'farmSlotId'],
  canImport: true,
  showsDaysLeft: true,
  removeTextId: 'animal.removeText',
  paths: { list: `${base}/list`, bin: `${base}/trash/list` },
} as const

const insureForms = () => import('../../entities/policies/insureForms.ts')
const tones: Record<AnimalStatus, Tone> = {
  IN_HERD: 'live',
  MISSING: 'critical',
  DEAD: 'major',
  SOLD: 'neutral',
  SLAUGHTERED: 'neutral',
  STOLEN: 'critical',
  SUBSTITUTED: 'neutral',
  RELEASED: 'neutral',
}
const severityTones: Record<Severity, Tone> = { CRITICAL: 'critical', MAJOR: 'major', MINOR: 'minor', INFO: 'neutral' }
const confidenceTones: Record<Confidence, Tone> = {
  POSITION: 'live',
  RADIO: 'live',
  PERSON: 'neutral',
  INFERRED: 'unverified',
  NONE: 'major',
}
/** Reload interval of the list, ms: readings come without anyone saving them. */
const reloadMs = 15_000
const yesOrNo = (is: string) => (is === 'true' ? 'list.yes' : 'list.no')

/** Preselects the farm if all animals are on the same one, as most moves are to another of its pens. */
function fromOneFarm(rows: readonly Animal[]): object {
  const [farmId, ...others] = new Set(rows.map((row) => row.farmId))
  return { ids: rows.map(({ id }) => id), ...(others.length === 0 && { farmId }) }
}

export const animalLists = describeRecords(
  endpoints.animals,
  form,
)({
  noun: 'animals',
  titleId: 'animal.title',
  countId: 'animal.count',
  emptyId: 'animal.empty',
  next: [
    { titleId: 'firstSteps.do.farms', call: endpoints.farms.addOrEdit, to: '/dashboard/animal-monitor/farm/list' },
  ],
  nameOf: ({ visualTag }) => visualTag,
  sort: { field: 'visualTag', order: 'asc' },
  intervalMs: reloadMs,
  columns: {
    visualTag: { titleId: 'animal.visualTag', width: 120 },
    status: {
      titleId: 'animal.status',
      width: 110,
      words: (status) => `animalStatus.${status}`,
      tone: (status) => tones[status],
    },
    alertKind: {
      titleId: 'animal.alert',
      width: 130,
      words: (kind) => `alert.${kind}`,
      tone: (_kind, { alertSeverity }) => severityTones[alertSeverity ?? 'INFO'],
      isLive: true,
      hideOrder: 9,
    },
    lastSeenAt: {
      titleId: 'animal.lastSeenAt',
      width: 150,
      zone: ({ timeZone }) => timeZone,
      isLive: true,
      hideOrder: 8,
    },
    battery: { titleId: 'animal.battery', width: 90, unit: '%', isLive: true, hideOrder: 7 },
    confidence: {
      titleId: 'animal.confidence',
      width: 110,
      words: (confidence) => `confidence.${confidence}`,
      tone: (confidence) => confidenceTones[confidence],
      isLive: true,
      hideOrder: 7,
    },
    categoryId: { titleId: 'animal.category', width: 90, of: categoryReference, hideOrder: 4 },
    farmId: { titleId: 'animal.farm', width: 150, of: farmReference },
    farmSlotId: { titleId: 'animal.pen', width: 110, of: penReference },
    neckbandId: { titleId: 'animal.neckband', width: 150, of: neckbandReference, hideOrder: 6 },
    isPledged: { titleId: 'animal.pledged', width: 90, words: yesOrNo, hideOrder: 5 },
    'electronicTag.value': { titleId: 'animal.electronicTag', width: 170, hideOrder: 3 },
    breed: { titleId: 'animal.breed', width: 110, hideOrder: 2 },
    birthDate: { titleId: 'animal.birthDate', width: 110, hideOrder: 1 },
    sex: { titleId: 'animal.sex', width: 80, words: (sex) => `sex.${sex}`, hidden: true },
    originId: { titleId: 'animal.origin', width: 110, of: originReference, hidden: true },
    colourId: { titleId: 'animal.colour', width: 110, of: colourReference, hidden: true },
    leftOn: { titleId: 'animal.leftOn', width: 110, hidden: true },
    leftReason: { titleId: 'animal.leftReason', width: 160, hidden: true },
  },
  filters: [
    { field: 'tag', titleId: 'animal.search' },
    { field: 'status', titleId: 'animal.status', words: (status) => `animalStatus.${status}` },
    { field: 'farmId', titleId: 'animal.farm', of: farmReference },
    { field: 'farmSlotId', titleId: 'animal.pen', of: penReference },
    { field: 'categoryIds', titleId: 'animal.category', of: categoryReference },
    { field: 'originIds', titleId: 'animal.origin', of: originReference },
    { field: 'colourIds', titleId: 'animal.colour', of: colourReference },
    { field: 'groupId', titleId: 'animal.group', of: groupReference },
    { field: 'sex', titleId: 'animal.sex', words: (sex) => `sex.${sex}` },
    { field: 'isWorn', titleId: 'animal.isWorn', words: yesOrNo },
    { field: 'isPledged', titleId: 'animal.pledged', words: yesOrNo },
    { field: 'isInsured', titleId: 'insured.is', words: yesOrNo },
    { field: 'policyId', titleId: 'insured.policy', of: policyReference },
  ],
  actions: [
    {
      key: 'transfer',
      titleId: 'animal.transfer',
      appliesTo: ({ status }) => status === 'IN_HERD',
      Dialog: formDialog(async () => (await import('./moveForms.ts')).transferForm, fromOneFarm),
    },
    {
      key: 'editAll',
      titleId: 'animal.editAll',
      Dialog: formDialog(async () => (await import('./editAllForm.tsx')).editAllForm),
    },
    { key: 'join', titleId: 'animal.join', Dialog: formDialog(async () => (await import('./moveForms.ts')).joinForm) },
    {
      key: 'part',
      titleId: 'animal.part',
      appliesTo: ({ groupIds }) => groupIds.length > 0,
      Dialog: formDialog(async () => (await import('./moveForms.ts')).partForm),
    },
    {
      key: 'insure',
      titleId: 'insured.add',
      appliesTo: ({ status }) => status === 'IN_HERD' || status === 'MISSING',
      Dialog: formDialog(async () => (await insureForms()).insureForm),
    },
    { key: 'uninsure', titleId: 'insured.remove', Dialog: formDialog(async () => (await insureForms()).uninsureForm) },
    {
      key: 'permit',
      titleId: 'permit.ask',
      call: endpoints.movementPermits.request,
      appliesTo: ({ status }) => status === 'IN_HERD',
      appliesToAll: (rows) => new Set(rows.map(({ farmId }) => farmId)).size === 1,
      Dialog: formDialog(permitForm, fromOneFarm),
    },
    {
      key: 'leave',
      titleId: 'animal.leave',
      danger: true,
      appliesTo: ({ status }) => status === 'IN_HERD' || status === 'MISSING',
      Dialog: formDialog(async () => (await import('./moveForms.ts')).leaveForm),
    },
    {
      key: 'comeBack',
      titleId: 'animal.comeBack',
      appliesTo: ({ status }) => status !== 'IN_HERD',
      confirmId: 'animal.comeBackText',
      reasonId: 'animal.reason',
      doneId: 'animal.cameBack',
      run: ({ id }, ask, reason) => ask(endpoints.animals.setStatus, { ids: [id], status: 'IN_HERD', reason }),
    },
  ],
})
