import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../../form/describe.ts'
import { date, money, pdf, text } from '../../../form/fields.tsx'

/** Form for a loan's balance. */
export const balanceForm = describeForm(endpoints.loanBalances.add, {
  noun: 'loanBalances.new',
  newTitleId: 'loanBalance.new',
  newSaveId: 'loanBalance.note',
  newDone: () => ({ id: 'loanBalance.noted', values: {} }),
  titleOf: () => '',
  sections: [
    {
      textId: 'loanBalance.newText',
      fields: {
        balance: money('coverage.balanceTitle'),
        asOf: date('loanBalance.asOf'),
        source: text('loanBalance.source'),
        documentId: pdf('animal.document'),
      },
    },
  ],
})
