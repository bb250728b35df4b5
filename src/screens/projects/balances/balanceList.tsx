import { endpoints } from '#contract/calls/endpoints.ts'
import type { LoanBalance } from '#contract/projects/loanBalances.ts'
import { DocumentLink } from '../../../form/files/DocumentLink.tsx'
import { describeList } from '../../../list/describe.ts'
import { formDialog } from '../../../list/withForm.tsx'
import type { Moment } from '../past/moments.ts'
import { BalanceToolbar } from './BalanceToolbar.tsx'

/** Returns the list of a loan's balances, as recorded by its bank. */
export const balanceList = ({ id, isRunning, moment }: { id: number; isRunning: boolean; moment: Moment | null }) =>
  describeList(endpoints.loanBalances.list)({
    noun: 'loanBalances',
    titleId: 'loanBalance.title',
    countId: 'loanBalance.count',
    emptyId: 'loanBalance.empty',
    nameOf: ({ asOf }) => asOf,
    sort: { field: 'id', order: 'desc' },
    fixed: { id, ...moment },
    columns: {
      asOf: { titleId: 'loanBalance.asOf', width: 120 },
      balance: { titleId: 'coverage.balanceTitle', width: 150 },
      isCounted: {
        titleId: 'loanBalance.standing',
        width: 110,
        words: (is) => (is === 'true' ? 'loanBalance.counts' : 'loanBalance.replaced'),
        tone: (is) => (is ? 'live' : 'neutral'),
      },
      source: { titleId: 'loanBalance.source', width: 220 },
      documentId: {
        titleId: 'animal.document',
        width: 140,
        cell: ({ documentId }) => documentId !== null && <DocumentLink id={documentId} />,
        hideOrder: 2,
      },
      recordedBy: { titleId: 'ledger.recordedBy', width: 120, hideOrder: 1 },
      recordedAt: { titleId: 'ledger.recordedAt', width: 170, hideOrder: 0 },
    },
    filters: [],
    actions: isRunning
      ? [
          {
            key: 'correct',
            titleId: 'loanBalance.correct',
            isSingle: true,
            call: endpoints.loanBalances.add,
            Dialog: formDialog(
              async () => (await import('./balanceForm.ts')).balanceCorrectionForm,
              ([wrong]: readonly LoanBalance[]) => ({ id, correctsId: wrong?.id, asOf: wrong?.asOf }),
            ),
          },
        ]
      : [],
    ...(isRunning && { Toolbar: () => <BalanceToolbar id={id} /> }),
  })
