import type { IntlShape } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import type { Fault } from './faults.ts'

/** What the schemas of the contract and the server say of a field, and the words for it; `bound` and `label` are put in. */
export const faultIds = {
  required: 'fieldFault.required',
  invalid: 'fieldFault.invalid',
  invalid_type: 'fieldFault.invalid',
  invalid_value: 'fieldFault.invalid',
  invalid_union: 'fieldFault.invalid',
  invalid_format: 'fieldFault.invalid',
  invalid_key: 'fieldFault.invalid',
  invalid_element: 'fieldFault.invalid',
  unrecognized_keys: 'fieldFault.invalid',
  not_multiple_of: 'fieldFault.invalid',
  too_small: 'fieldFault.tooSmall',
  'too_small.string': 'fieldFault.tooShort',
  'too_small.number': 'fieldFault.tooLow',
  'too_small.int': 'fieldFault.tooLow',
  'too_small.array': 'fieldFault.tooFew',
  too_big: 'fieldFault.tooBig',
  'too_big.string': 'fieldFault.tooLong',
  'too_big.number': 'fieldFault.tooHigh',
  'too_big.int': 'fieldFault.tooHigh',
  'too_big.array': 'fieldFault.tooMany',
  email: 'fieldFault.email',
  url: 'fieldFault.url',
  date: 'fieldFault.date',
  datetime: 'fieldFault.date',
  uuid: 'fieldFault.invalid',
  telephone: 'fieldFault.telephone',
  country: 'fieldFault.country',
  captcha: 'fieldFault.captcha',
  credit_code: 'fieldFault.creditCode',
  user_name: 'fieldFault.userName',
  weak: 'fieldFault.weak',
  common: 'fieldFault.common',
  before_start: 'fieldFault.beforeStart',
  not_closed: 'fieldFault.notClosed',
  unknown_time_zone: 'fieldFault.timeZone',
  money: 'fieldFault.money',
  taken: 'fieldFault.taken',
  unknown: 'fieldFault.unknown',
  not_found: 'fieldFault.unknown',
  not_of_kind: 'fieldFault.notOfKind',
  fixed: 'fieldFault.fixed',
  oneself: 'fieldFault.oneself',
  wrong: 'account.oldPasswordWrong',
  not_set: 'fieldFault.notSet',
  not_active: 'fieldFault.notActive',
  not_approved: 'fieldFault.notApproved',
  not_activated: 'fieldFault.notActivated',
  no_email: 'fieldFault.noEmail',
  no_two_factor: 'fieldFault.noTwoFactor',
  pledged: 'fieldFault.pledged',
  stale: 'fieldFault.stale',
  subject_changed: 'fieldFault.subjectChanged',
  acknowledged: 'fieldFault.acknowledged',
  too_many: 'fieldFault.enough',
  not_of_farm: 'fieldFault.notOfFarm',
  after_to: 'fieldFault.afterTo',
  future: 'fieldFault.future',
  period_too_long: 'fieldFault.periodTooLong',
} as const satisfies Record<string, MessageId>

/** What is wrong with a field, in the reader's words; a code that nobody knows is simply not valid. */
export function wordsOfFault(intl: IntlShape, { code, bound }: Fault, label: string): string {
  const known = Object.entries(faultIds).find(([name]) => name === code)?.[1]
  return intl.formatMessage({ id: known ?? 'fieldFault.invalid' }, { label, bound: bound === undefined ? '' : intl.formatNumber(bound) })
}

/** What is wrong where no field can be named; null for a code whose words need the field's name. */
export function faultSentence(intl: IntlShape, fault: Fault): string | null {
  const words = wordsOfFault(intl, fault, '')
  return fault.code in faultIds && words === wordsOfFault(intl, fault, '?') ? words : null
}

/** What is wrong with fields that are not on the screen, each once: their names would say nothing to the reader. */
export function hiddenFaultsMessage(intl: IntlShape, faults: readonly Fault[]): string {
  const label = intl.formatMessage({ id: 'form.hiddenField' })
  const said = new Set(faults.map((fault) => wordsOfFault(intl, fault, label)))
  return [...said].reduce((first, next) => intl.formatMessage({ id: 'join.clauses' }, { first, next }))
}
