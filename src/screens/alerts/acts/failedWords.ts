import type { IntlShape } from 'react-intl'
import type { FailedAct } from '#contract/alerts/alertActs.ts'
import { errorSentence } from '../../../form/values/errorWords.ts'
import type { Formats } from '../../../locale/formats.ts'

/** Returns why an action on an alert failed: who acted first, when and how, or the error. */
export function failedWords(
  intl: IntlShape,
  { time }: Pick<Formats, 'time'>,
  { code, fault, by, at, did }: FailedAct,
): string {
  if (did !== null && at !== null) {
    const what = intl.formatMessage({ id: `alertEvent.${did}` })
    return by === null
      ? intl.formatMessage({ id: 'alertAct.happened' }, { what, at: time(at) })
      : intl.formatMessage({ id: 'alertAct.wasFirst' }, { who: by, what, at: time(at) })
  }
  if (code === 'COMMENT_REQUIRED') return intl.formatMessage({ id: 'alerts.commentRequired' })
  if (code === 'NOT_FOUND') return intl.formatMessage({ id: 'alertScreen.gone' })
  return errorSentence(intl, { code: fault }) ?? intl.formatMessage({ id: 'alertAct.changed' })
}
