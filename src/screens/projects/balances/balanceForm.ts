import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../../form/describe.ts'
import { date, money, pdf, text } from '../../../form/fields.tsx'

const fields = {
  balance: money('coverage.balanceTitle'),
  asOf: date('loanBalance.asOf'),
  source: text('loanBalance.source'),
  documentId: pdf('animal.document'),
} as const

/** Form for a loan's balance. */
export const balanceForm = describeForm(endpoints.loanBalances.add, {
  noun: 'loanBalances.new',
  newTitleId: 'loanBalance.new',
  newSaveId: 'loanBalance.note',
  newDone: () => ({ id: 'loanBalance.noted', values: {} }),
  titleOf: () => '',
  sections: [{ textId: 'loanBalance.newText', fields }],
})

/** Form for the balance that replaces a wrong one. */
export const balanceCorrectionForm = describeForm(endpoints.loanBalances.add, {
  noun: 'loanBalances.correct',
  newTitleId: 'loanBalance.correct',
  newSaveId: 'loanBalance.note',
  newDone: () => ({ id: 'loanBalance.noted', values: {} }),
  titleOf: () => '',
  sections: [{ textId: 'loanBalance.correctText', fields }],
})
