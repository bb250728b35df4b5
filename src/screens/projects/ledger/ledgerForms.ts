import { endpoints } from '#contract/calls/endpoints.ts'
import { documentedKinds, lossKinds } from '#contract/projects/ledgerEntries.ts'
import { describeReference } from '../../../api/references.ts'
import { describeForm } from '../../../form/describe.ts'
import { date, pdf, select, textarea } from '../../../form/fields.tsx'
import { references } from '../../../form/reference.tsx'
import { DayNumbers } from './DayNumbers.tsx'

/** Heads of a project, by ear tag. */
const headReference = (projectId: number) =>
  describeReference({
    list: endpoints.projectHeads.list,
    search: 'tag',
    nameOf: ({ visualTag }) => visualTag,
    fixed: { id: projectId },
  })

/** Losses that are recorded at once. Others need a release first, which the bank approves; `ledger.newText` says so. */
const recordedKinds = lossKinds.filter((kind) => !documentedKinds.includes(kind))

/** Form for losses of a project's heads. */
export const entryForm = (projectId: number) =>
  describeForm(endpoints.ledgerEntries.add, {
    noun: 'ledgerEntries.new',
    newTitleId: 'ledger.new',
    newSaveId: 'ledger.post',
    newDone: ({ changed }) => ({ id: 'ledger.posted', values: { count: String(changed) } }),
    titleOf: () => '',
    sections: [
      {
        textId: 'ledger.newText',
        fields: {
          kind: select('ledger.kind', recordedKinds, { wordOf: (kind) => `entryKind.${kind}` }),
          happenedOn: date('ledger.happenedOn'),
          animalIds: references('ledger.heads', headReference(projectId), { most: 1000 }),
          documentId: pdf('animal.document'),
          reason: textarea('animal.reason', { rows: 2 }),
        },
      },
    ],
  })

/** Form for correcting an entry, with the reason. */
export const correctionForm = describeForm(endpoints.ledgerEntries.correct, {
  noun: 'ledgerEntries.correct',
  newTitleId: 'ledger.correct',
  newSaveId: 'ledger.correct',
  newDone: ({ changed }) => ({ id: 'ledger.corrected', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [
    {
      textId: 'ledger.correctText',
      fields: { reason: textarea('animal.reason', { rows: 2 }), documentId: pdf('animal.document') },
    },
  ],
})

/** Form for the values that a draft lacks to become an entry. */
export const draftForm = describeForm(endpoints.ledgerDrafts.complete, {
  noun: 'ledgerDrafts.complete',
  newTitleId: 'draft.complete',
  newSaveId: 'ledger.post',
  newDone: ({ visualTag }) => ({ id: 'draft.completed', values: { tag: visualTag } }),
  titleOf: () => '',
  sections: [
    {
      textId: 'draft.completeText',
      fields: {
        happenedOn: date('ledger.happenedOn'),
        documentId: pdf('animal.document'),
        reason: textarea('animal.reason', { rows: 2 }),
      },
    },
  ],
})

/** Form for discarding a draft, with the reason. */
export const discardForm = describeForm(endpoints.ledgerDrafts.discard, {
  noun: 'ledgerDrafts.discard',
  newTitleId: 'draft.discard',
  newSaveId: 'draft.discard',
  newDone: ({ visualTag }) => ({ id: 'draft.discarded', values: { tag: visualTag } }),
  titleOf: () => '',
  sections: [{ textId: 'draft.discardText', fields: { reason: textarea('animal.reason', { rows: 2 }) } }],
})

/** Form that explains why heads are missing today. */
export const explainForm = describeForm(endpoints.projectHeads.explain, {
  noun: 'projectHeads.explain',
  newTitleId: 'head.explain',
  newSaveId: 'head.explain',
  newDone: ({ explained }) => ({ id: 'head.explained', values: { count: String(explained) } }),
  titleOf: () => '',
  sections: [{ textId: 'head.explainText', fields: { explanation: textarea('head.explanation', { rows: 3 }) } }],
})

/** Form that freezes the numbers of a day. */
export const dayCloseForm = describeForm(endpoints.dayCloses.add, {
  noun: 'dayCloses.new',
  newTitleId: 'dayClose.do',
  newSaveId: 'dayClose.do',
  newDone: ({ day }) => ({ id: 'dayClose.done', values: { day } }),
  titleOf: () => '',
  sections: [{ textId: 'dayClose.text', Extra: DayNumbers, fields: { note: textarea('dayClose.note', { rows: 2 }) } }],
})
