import { useIntl } from 'react-intl'
import { alertKinds, type RuleKind, type Severity } from '#contract/alerts/alertKinds.ts'
import { effectiveLevels } from '#contract/alerts/effectiveLevels.ts'
import { isAlways, type ScheduleInput, scheduleSchema } from '#contract/alerts/schedules.ts'
import { timeText } from '../../form/controls/TimeInput.tsx'
import { joinSentences } from '../../locale/joins.ts'
import { useScheduleWords } from './scheduleWords.ts'

interface Drafted {
  kind?: RuleKind | null | undefined
  severity?: Severity | null | undefined
  enabled?: boolean | null | undefined
  parameters?: Record<string, number> | null | undefined
  schedule?: ScheduleInput | null | undefined
}

/** Describes the effect of a rule in a sentence that follows the form's input. */
export function RuleSentence({ values }: { values: Drafted }) {
  const words = useRuleWords(values)
  return words && <p className="rule-sentence">{words}</p>
}

function useRuleWords({ kind, severity, enabled, parameters, schedule }: Drafted): string | null {
  const intl = useIntl()
  const whenWords = useScheduleWords(schedule ?? null)
  if (kind == null) return null
  if (enabled === false) return intl.formatMessage({ id: 'rule.isOff' })
  const limits = scheduleSchema.nullable().safeParse(schedule ?? null)
  const parsed = alertKinds[kind].parameters.safeParse(parameters ?? {})
  // Shows nothing while a value is missing or invalid.
  if (!parsed.success || !limits.success) return null
  const { raiseDelayMinutes, clearDelayMinutes, dueMinuteOfDay, ...figures }: Record<string, number> = effectiveLevels(
    kind,
    parsed.data,
  )
  const sentenceValues = {
    ...figures,
    due: dueMinuteOfDay === undefined ? '' : timeText(dueMinuteOfDay),
    severity: intl.formatMessage({ id: `severity.${severity ?? alertKinds[kind].severity}` }),
  }
  return joinSentences(
    intl,
    intl.formatMessage({ id: `rule.sentence.${kind}` }, sentenceValues),
    intl.formatMessage({ id: 'rule.delays' }, { raise: raiseDelayMinutes, clear: clearDelayMinutes }),
    limits.data !== null && !isAlways(limits.data) && intl.formatMessage({ id: 'rule.when' }, { when: whenWords }),
  )
}
