import { endpoints } from '#contract/calls/endpoints.ts'
import type { LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import { documentedKinds } from '#contract/projects/ledgerEntries.ts'
import { FormattedMessage } from 'react-intl'
import { describeList, type Tone } from '../../../list/describe.ts'
import { formDialog } from '../../../list/withForm.tsx'

const tones: Record<LedgerDraft['state'], Tone> = { OPEN: 'major', COMPLETED: 'live', DISCARDED: 'neutral' }

interface Options {
  id: number
  timeZone: string
  /** Whether the user may decide drafts. */
  mayDecide: boolean
}

/** Whether a pledged head may only leave in this way after a release, which the bank approves. */
const needsRelease = (kind: LedgerDraft['kind']) => documentedKinds.includes(kind)

/** Kind of a draft, and what to do when it cannot be posted as it is. */
function DraftKind({ draft: { kind, state } }: { draft: LedgerDraft }) {
  return (
    <>
      <FormattedMessage id={`entryKind.${kind}`} />{' '}
      {state === 'OPEN' && needsRelease(kind) && (
        <small>
          <FormattedMessage id="draft.releaseFirst" />
        </small>
      )}
    </>
  )
}

/** Returns the list of drafts from alerts that were closed with a loss of heads. */
export const draftList = ({ id, timeZone, mayDecide }: Options) =>
  describeList(endpoints.ledgerDrafts.list)({
    noun: 'ledgerDrafts',
    titleId: 'draft.title',
    countId: 'draft.count',
    emptyId: 'draft.empty',
    nameOf: ({ visualTag }) => visualTag,
    sort: { field: 'id', order: 'desc' },
    fixed: { id },
    columns: {
      visualTag: { titleId: 'animal.visualTag', width: 120 },
      kind: {
        titleId: 'ledger.kind',
        width: 110,
        words: (kind) => `entryKind.${kind}`,
        cell: (draft) => <DraftKind draft={draft} />,
      },
      state: {
        titleId: 'draft.state',
        width: 110,
        words: (state) => `draftState.${state}`,
        tone: (state) => tones[state],
      },
      happenedOn: { titleId: 'ledger.happenedOn', width: 120 },
      reason: { titleId: 'animal.reason', width: 200 },
      draftedBy: { titleId: 'draft.by', width: 110, hideOrder: 1 },
      draftedAt: { titleId: 'draft.at', width: 170, zone: () => timeZone, hideOrder: 2 },
      decidedBy: { titleId: 'draft.decidedBy', width: 110, hideOrder: 3 },
      decidedAt: { titleId: 'draft.decidedAt', width: 170, zone: () => timeZone, hideOrder: 4 },
      discardedBecause: { titleId: 'draft.because', width: 160, hideOrder: 5 },
    },
    filters: [
      { field: 'state', titleId: 'draft.state', words: (state) => `draftState.${state}` },
      { field: 'kind', titleId: 'ledger.kind', words: (kind) => `entryKind.${kind}` },
    ],
    actions: mayDecide
      ? [
          {
            key: 'complete',
            titleId: 'draft.complete',
            isSingle: true,
            appliesTo: ({ state, kind }) => state === 'OPEN' && !needsRelease(kind),
            Dialog: formDialog(
              async () => (await import('./ledgerForms.ts')).draftForm,
              ([draft]: readonly LedgerDraft[]) => ({
                id,
                draftId: draft?.id,
                happenedOn: draft?.happenedOn,
                reason: draft?.reason,
              }),
            ),
          },
          {
            key: 'discard',
            titleId: 'draft.discard',
            isSingle: true,
            danger: true,
            appliesTo: ({ state }) => state === 'OPEN',
            Dialog: formDialog(
              async () => (await import('./ledgerForms.ts')).discardForm,
              ([draft]: readonly LedgerDraft[]) => ({ id, draftId: draft?.id }),
            ),
          },
        ]
      : [],
  })
