import { endpoints } from '#contract/calls/endpoints.ts'
import type { LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import { headStates, type HeadState, type ProjectHead } from '#contract/projects/projectHeads.ts'
import { categoryReference } from '../../../entities/lookups/lookupReferences.ts'
import { useFormats } from '../../../locale/formats.ts'
import { DocumentLink } from '../../../form/files/DocumentLink.tsx'
import { describeList, type Tone } from '../../../list/describe.ts'
import { formDialog } from '../../../list/withForm.tsx'
import { wordOfCause } from '../heads/causeWords.ts'
import { HeadDecisions } from '../heads/HeadDecisions.tsx'
import type { Moment } from '../past/moments.ts'
import { DayCloseToolbar, EntryToolbar } from './LedgerToolbars.tsx'

const yesOrNo = (is: string) => (is === 'true' ? 'list.yes' : 'list.no')
const headTones: Record<HeadState, Tone> = { HEARD: 'live', UNVERIFIED: 'minor', UNACCOUNTED: 'major' }

interface Options {
  id: number
  timeZone: string
  /** Whether the user may correct entries. */
  mayCorrect: boolean
  /** Whether the project still accepts entries and day closes. */
  isRunning: boolean
  /** Past instant; null: now. */
  moment: Moment | null
}

/** When an entry happened: a loss has a day without an hour. */
function Happened({ entry, timeZone }: { entry: Pick<LedgerEntry, 'happenedAt' | 'happenedOn'>; timeZone: string }) {
  const formats = useFormats()
  return entry.happenedOn === null ? formats.instant(entry.happenedAt, timeZone) : formats.date(entry.happenedOn)
}

/** Returns the list of a project's ledger entries. */
export const ledgerList = ({ id, timeZone, mayCorrect, isRunning, moment }: Options) =>
  describeList(endpoints.ledgerEntries.list)({
    noun: 'ledgerEntries',
    titleId: 'ledger.title',
    countId: 'ledger.count',
    emptyId: 'ledger.empty',
    nameOf: ({ kind, id: entryId }, intl) => `${intl.formatMessage({ id: `entryKind.${kind}` })} #${entryId}`,
    sort: { field: 'id', order: 'desc' },
    fixed: { id, ...moment },
    columns: {
      happenedAt: {
        titleId: 'ledger.happenedAt',
        width: 170,
        cell: (entry) => <Happened entry={entry} timeZone={timeZone} />,
      },
      kind: { titleId: 'ledger.kind', width: 110, words: (kind) => `entryKind.${kind}` },
      heads: { titleId: 'ledger.change', width: 80 },
      balance: { titleId: 'headcount.ledger', width: 90 },
      tags: { titleId: 'ledger.heads', width: 200, hideOrder: 3 },
      categoryId: { titleId: 'animal.category', width: 90, of: categoryReference, hideOrder: 2 },
      reason: { titleId: 'animal.reason', width: 180 },
      documentId: {
        titleId: 'animal.document',
        width: 120,
        cell: ({ documentId }) => documentId !== null && <DocumentLink id={documentId} />,
        hideOrder: 5,
      },
      documentDueAt: { titleId: 'ledger.documentDueAt', width: 170, zone: () => timeZone, hidden: true },
      recordedBy: { titleId: 'ledger.recordedBy', width: 110, hideOrder: 4 },
      recordedAt: { titleId: 'ledger.recordedAt', width: 170, zone: () => timeZone, hideOrder: 1 },
      isLate: {
        titleId: 'ledger.late',
        width: 80,
        words: yesOrNo,
        tone: (isLate) => (isLate ? 'minor' : 'neutral'),
      },
      corrected: { titleId: 'ledger.correctedHeads', width: 90, hidden: true },
    },
    filters: [
      { field: 'tag', titleId: 'animal.search' },
      { field: 'kind', titleId: 'ledger.kind', words: (kind) => `entryKind.${kind}` },
      { from: 'recordedFrom', to: 'recordedTo', titleId: 'ledger.recordedAt' },
      { field: 'isLate', titleId: 'ledger.late', words: yesOrNo },
    ],
    actions:
      mayCorrect && isRunning
        ? [
            {
              key: 'correct',
              titleId: 'ledger.correct',
              isSingle: true,
              danger: true,
              // Heads that an entry added leave by a release, which the bank agrees to.
              appliesTo: ({ heads, corrected }) => -heads > corrected,
              Dialog: formDialog(
                async () => (await import('./ledgerForms.ts')).correctionForm,
                ([entry]: readonly LedgerEntry[]) => ({ id, entryId: entry?.id }),
              ),
            },
          ]
        : [],
    Toolbar: () => isRunning && <EntryToolbar id={id} />,
  })

/** Returns the list of heads in the ledger, with their current states. */
export const headList = ({ id, timeZone, isRunning, moment }: Options) =>
  describeList(endpoints.projectHeads.list)({
    noun: 'projectHeads',
    titleId: 'headcount.heads',
    countId: 'animal.count',
    emptyId: 'headcount.empty',
    nameOf: ({ visualTag }) => visualTag,
    sort: { field: 'lastHeardAt', order: 'asc' },
    fixed: { id, ...moment },
    columns: {
      visualTag: { titleId: 'animal.visualTag', width: 120 },
      state: {
        titleId: 'head.state',
        width: 130,
        words: (state) => `headState.${state}`,
        tone: (state) => headTones[state],
        ...(moment === null && { isLive: true }),
      },
      cause: { titleId: 'head.cause', width: 130, words: wordOfCause, hideOrder: 5 },
      lastHeardAt: { titleId: 'head.lastHeard', width: 170, zone: () => timeZone },
      gatewayMac: { titleId: 'head.gateway', width: 140, hideOrder: 2 },
      farmName: { titleId: 'animal.farm', width: 140, hideOrder: 3 },
      penName: { titleId: 'animal.pen', width: 100 },
      categoryId: { titleId: 'animal.category', width: 90, of: categoryReference, hideOrder: 1 },
      value: { titleId: 'head.value', width: 110 },
      status: {
        titleId: 'animal.status',
        width: 100,
        words: (status) => `animalStatus.${status}`,
        hideOrder: 4,
      },
      explanation: { titleId: 'head.explanation', width: 180 },
    },
    filters: [
      { field: 'tag', titleId: 'animal.search' },
      { field: 'state', titleId: 'head.state', words: (state) => `headState.${state}`, only: headStates },
    ],
    actions: isRunning
      ? [
          {
            key: 'explain',
            titleId: 'head.explain',
            call: endpoints.projectHeads.explain,
            appliesTo: ({ state }) => state === 'UNACCOUNTED',
            Dialog: formDialog(
              async () => (await import('./ledgerForms.ts')).explainForm,
              (rows: readonly ProjectHead[]) => ({ id, animalIds: rows.map((head) => head.id) }),
            ),
          },
        ]
      : [],
    Details: ({ id: animalId }) => <HeadDecisions id={id} animalId={animalId} {...(moment && { moment })} />,
  })

/** Returns the list of closed days. */
export const dayCloseList = ({ id, timeZone, isRunning, moment }: Options) =>
  describeList(endpoints.dayCloses.list)({
    noun: 'dayCloses',
    titleId: 'dayClose.title',
    countId: 'dayClose.count',
    emptyId: 'dayClose.empty',
    nameOf: ({ day }) => day,
    sort: { field: 'day', order: 'desc' },
    fixed: { id, ...moment },
    columns: {
      day: { titleId: 'dayClose.day', width: 110 },
      contracted: { titleId: 'headcount.contracted', width: 100, hideOrder: 2 },
      ledger: { titleId: 'headcount.ledger', width: 100 },
      heard: { titleId: 'headcount.heardTitle', width: 100 },
      outside: { titleId: 'headcount.outsideTitle', width: 110, hideOrder: 7 },
      unverified: { titleId: 'headcount.unverified', width: 110 },
      unaccounted: { titleId: 'headcount.unaccounted', width: 130 },
      handCount: { titleId: 'dailyLog.handCount', width: 100, hideOrder: 6 },
      windowMinutes: { titleId: 'dayClose.window', width: 100, hideOrder: 1 },
      ratio: { titleId: 'coverage.title', width: 100 },
      eligibleValue: { titleId: 'coverage.valueTitle', width: 140, hideOrder: 3 },
      balance: { titleId: 'coverage.balanceTitle', width: 140, hideOrder: 4 },
      note: { titleId: 'dayClose.note', width: 160, hideOrder: 5 },
      closedBy: { titleId: 'dayClose.by', width: 110 },
      closedAt: { titleId: 'dayClose.at', width: 170, zone: () => timeZone },
    },
    filters: [],
    Toolbar: () => isRunning && <DayCloseToolbar id={id} />,
  })
