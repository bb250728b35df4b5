import { type AlertEvent, closeCodes } from '#contract/alerts/alertActs.ts'
import { alertFigure } from '#contract/alerts/alertFigures.ts'
import { alertKinds } from '#contract/alerts/alertKinds.ts'
import { effectiveLevels } from '#contract/alerts/effectiveLevels.ts'
import type { RuleInForce } from '#contract/alerts/alertRules.ts'
import { type Alert, clearedBecause } from '#contract/alerts/alerts.ts'
import { entryKinds } from '#contract/projects/ledgerEntries.ts'
import type { Words } from './pdf/words.ts'

/** Returns the figure that an alert was raised on; '' without one. */
export function figureWords(words: Words, alert: Pick<Alert, 'kind' | 'detail'>): string {
  const shownFigure = alertFigure(alert)
  if (shownFigure === null) return ''
  const values = Object.entries(shownFigure.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? words.list(value.split('\n')) : value,
  ])
  return words.say(`alert.${shownFigure.figure}`, Object.fromEntries(values))
}

/** Returns the details of a timeline event, in addition to its kind and comment. */
export function eventWords(words: Words, alert: Alert, { kind, detail }: AlertEvent): string {
  const translateCode = <T extends string>(codes: readonly T[], name: string, prefix: string) => {
    const code = codes.find((one) => one === detail[name])
    return code === undefined ? '' : words.say(`${prefix}.${code}`)
  }
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : null)
  switch (kind) {
    case 'RAISED':
    case 'FLAPPED':
      return figureWords(words, { kind: alert.kind, detail })
    case 'ASSIGNED':
      return text('assignee') === null
        ? words.say('alertAct.nobody')
        : words.say('alertCourse.to', { who: text('assignee') })
    case 'SHELVED':
      return text('until') === null ? '' : words.say('alertCourse.until', { at: words.instant(text('until')) })
    case 'UNSHELVED':
      return detail['because'] === 'EXPIRED' ? words.say('alertCourse.expired') : ''
    case 'CLEARED':
      return translateCode(clearedBecause, 'because', 'clearedBecause')
    case 'CLOSED':
      return translateCode(closeCodes, 'code', 'closeCode')
    case 'DRAFTED':
      return translateCode(entryKinds, 'entryKind', 'entryKind')
    case 'NOTIFIED':
    case 'ESCALATED':
      return words.list((text('people') ?? '').split('\n'))
    case 'ACKNOWLEDGED':
    case 'COMMENTED':
      return ''
  }
}

/** Describes the effect of a rule in force in sentences, like the rule's own page. */
export function ruleWords(words: Words, { kind, severity, enabled, parameters, isNow }: RuleInForce): string {
  if (!enabled) return words.say('rule.isOff')
  const { raiseDelayMinutes, clearDelayMinutes, dueMinuteOfDay, ...figures }: Record<string, number | undefined> =
    effectiveLevels(kind, alertKinds[kind].parameters.parse(parameters))
  const two = (part: number) => String(part).padStart(2, '0')
  const due = dueMinuteOfDay === undefined ? '' : `${two(Math.floor(dueMinuteOfDay / 60))}:${two(dueMinuteOfDay % 60)}`
  const sentences = [
    words.say(`rule.sentence.${kind}`, { ...present(figures), due, severity: words.say(`severity.${severity}`) }),
    words.say('rule.delays', { raise: raiseDelayMinutes ?? 0, clear: clearDelayMinutes ?? 0 }),
    isNow ? '' : words.say('rule.rests'),
  ]
  return sentences
    .filter((sentence) => sentence !== '')
    .reduce((first, next) => words.say('join.sentences', { first, next }))
}

const present = (figures: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, figure]) => (figure === undefined ? [] : [[name, figure] as const])),
  )
