import type { IntlShape } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import type { FieldError } from './fieldErrors.ts'

/** What the schemas of the contract and the server say of a field, and the words for it; `bound` and `label` are put in. */
export const errorIds = {
  required: 'fieldError.required',
  invalid: 'fieldError.invalid',
  invalid_type: 'fieldError.invalid',
  invalid_value: 'fieldError.invalid',
  invalid_union: 'fieldError.invalid',
  invalid_format: 'fieldError.invalid',
  invalid_key: 'fieldError.invalid',
  invalid_element: 'fieldError.invalid',
  unrecognized_keys: 'fieldError.invalid',
  not_multiple_of: 'fieldError.invalid',
  too_small: 'fieldError.tooSmall',
  'too_small.string': 'fieldError.tooShort',
  'too_small.number': 'fieldError.tooLow',
  'too_small.int': 'fieldError.tooLow',
  'too_small.array': 'fieldError.tooFew',
  too_big: 'fieldError.tooBig',
  'too_big.string': 'fieldError.tooLong',
  'too_big.number': 'fieldError.tooHigh',
  'too_big.int': 'fieldError.tooHigh',
  'too_big.array': 'fieldError.tooMany',
  email: 'fieldError.email',
  url: 'fieldError.url',
  date: 'fieldError.date',
  datetime: 'fieldError.date',
  uuid: 'fieldError.invalid',
  telephone: 'fieldError.telephone',
  country: 'fieldError.country',
  captcha: 'fieldError.captcha',
  display_code: 'fieldError.displayCode',
  unknown_code: 'displays.codeWrong',
  credit_code: 'fieldError.creditCode',
  user_name: 'fieldError.userName',
  weak: 'fieldError.weak',
  common: 'fieldError.common',
  above_warning: 'fieldError.aboveWarning',
  ratio: 'fieldError.ratio',
  before_start: 'fieldError.beforeStart',
  not_closed: 'fieldError.notClosed',
  too_few_corners: 'fieldError.tooFewCorners',
  too_many_corners: 'fieldError.tooManyCorners',
  no_area: 'fieldError.noArea',
  crosses_itself: 'fieldError.crossesItself',
  hole_outside: 'fieldError.holeOutside',
  county_code: 'fieldError.countyCode',
  tag_digits: 'fieldError.tagDigits',
  tag_species: 'fieldError.tagSpecies',
  tag_national_id: 'fieldError.tagNationalId',
  not_in_herd: 'fieldError.notInHerd',
  not_worn: 'fieldError.notWorn',
  unknown_tags: 'fieldError.unknownTags',
  insured_twice: 'fieldError.insuredTwice',
  not_insured_then: 'fieldError.notInsuredThen',
  unknown_time_zone: 'fieldError.timeZone',
  money: 'fieldError.money',
  taken: 'fieldError.taken',
  unknown: 'fieldError.unknown',
  not_found: 'fieldError.unknown',
  not_of_kind: 'fieldError.notOfKind',
  fixed: 'fieldError.fixed',
  oneself: 'fieldError.oneself',
  wrong: 'account.oldPasswordWrong',
  not_set: 'fieldError.notSet',
  not_active: 'fieldError.notActive',
  not_invited: 'fieldError.notInvited',
  not_approved: 'fieldError.notApproved',
  not_activated: 'fieldError.notActivated',
  no_email: 'fieldError.noEmail',
  no_two_factor: 'fieldError.noTwoFactor',
  pledged: 'fieldError.pledged',
  pledged_elsewhere: 'fieldError.clash',
  project_state: 'fieldError.projectState',
  line_state: 'fieldError.lineState',
  not_of_project: 'fieldError.notOfProject',
  other_category: 'fieldError.otherCategory',
  other_line: 'fieldError.otherLine',
  twice: 'fieldError.twice',
  share: 'fieldError.share',
  quantity: 'fieldError.quantity',
  loosened: 'fieldError.loosened',
  too_soon: 'fieldError.tooSoon',
  stale: 'fieldError.stale',
  subject_changed: 'fieldError.subjectChanged',
  requested: 'fieldError.requested',
  past: 'fieldError.past',
  away: 'fieldError.away',
  stand_in_away: 'fieldError.standInAway',
  stands_in: 'fieldError.standsIn',
  acknowledged: 'fieldError.acknowledged',
  too_many: 'fieldError.enough',
  not_of_farm: 'fieldError.notOfFarm',
  nothing_changes: 'fieldError.nothingChanges',
  several: 'fieldError.several',
  after_to: 'fieldError.afterTo',
  future: 'fieldError.future',
  counted: 'fieldError.counted',
  unexplained: 'fieldError.unexplained',
  corrected: 'fieldError.corrected',
  not_running: 'fieldError.notRunning',
  closed: 'fieldError.dayClosed',
  not_today: 'fieldError.notToday',
  https_only: 'fieldError.httpsOnly',
  tile_places: 'fieldError.tilePlaces',
  no_tile_places: 'fieldError.noTilePlaces',
  origins: 'fieldError.origins',
  tianditu_key: 'fieldError.tiandituKey',
  no_archive: 'fieldError.noArchive',
  period_too_long: 'fieldError.periodTooLong',
} as const satisfies Record<string, MessageId>

/** What is wrong with a field, in the reader's words; a code that nobody knows is simply not valid. */
export function wordsOfError(intl: IntlShape, { code, bound }: FieldError, label: string): string {
  const known = Object.entries(errorIds).find(([name]) => name === code)?.[1]
  return intl.formatMessage({ id: known ?? 'fieldError.invalid' }, { label, bound: bound === undefined ? '' : intl.formatNumber(bound) })
}

/** What is wrong where no field can be named; null for a code whose words need the field's name. */
export function errorSentence(intl: IntlShape, error: FieldError): string | null {
  const words = wordsOfError(intl, error, '')
  return error.code in errorIds && words === wordsOfError(intl, error, '?') ? words : null
}

/** What is wrong with fields that are not on the screen, each once: their names would say nothing to the reader. */
export function hiddenErrorsMessage(intl: IntlShape, errors: readonly FieldError[]): string {
  const label = intl.formatMessage({ id: 'form.hiddenField' })
  const said = new Set(errors.map((error) => wordsOfError(intl, error, label)))
  return [...said].reduce((first, next) => intl.formatMessage({ id: 'join.clauses' }, { first, next }))
}
