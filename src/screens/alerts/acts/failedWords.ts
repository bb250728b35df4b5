import type { IntlShape } from 'react-intl'
import type { FailedAct } from '#contract/alerts/alertActs.ts'
import { errorSentence } from '../../../form/values/errorWords.ts'
import type { Formats } from '../../../locale/formats.ts'

/** Why an act on an alert failed, in words: who was first, when, and what they did; or what is at fault. */
export function failedWords(intl: IntlShape, { time }: Pick<Formats, 'time'>, { code, fault, by, at, did }: FailedAct): string {
  if (did !== null && at !== null) {
    const what = intl.formatMessage({ id: `alertEvent.${did}` })
    return by === null ? intl.formatMessage({ id: 'alertAct.happened' }, { what, at: time(at) }) : intl.formatMessage({ id: 'alertAct.wasFirst' }, { who: by, what, at: time(at) })
  }
  if (code === 'COMMENT_REQUIRED') return intl.formatMessage({ id: 'alerts.commentRequired' })
  if (code === 'NOT_FOUND') return intl.formatMessage({ id: 'alertScreen.gone' })
  return errorSentence(intl, { code: fault }) ?? intl.formatMessage({ id: 'alertAct.changed' })
}
