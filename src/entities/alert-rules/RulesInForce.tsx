import './rules.css'
import { useIntl } from 'react-intl'
import type { RuleInForce } from '#contract/alerts/alertRules.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { PartComing } from '../../api/LoadFailed.tsx'
import { useCall } from '../../api/queries.ts'
import { joinParts, listWords } from '../../locale/joins.ts'
import { useParameterWords } from './parametersField.tsx'
import { useScheduleWords } from './scheduleWords.ts'

/** Lists for each kind of alert the rule in force on a farm, and why it is. */
export function RulesInForce({ farmId }: { farmId: number }) {
  const loading = useCall(endpoints.alertRules.inForce, { farmId }, { shows: inPlace })
  const { data } = loading
  if (!data) return <PartComing of={[loading]} lines={8} />
  return (
    <ul className="rule-in-force">
      {data.map((rule) => (
        <InForce
          key={`${rule.kind} ${rule.rules[0]?.id}`}
          rule={rule}
          isOneOfSeveral={data.some((other) => other !== rule && other.kind === rule.kind)}
        />
      ))}
    </ul>
  )
}

/** @param isOneOfSeveral whether projects on the farm use different rules of this kind, so that each rule names its projects */
function InForce({
  rule: { kind, severity, enabled, parameters, schedule, isNow, projects, rules },
  isOneOfSeveral,
}: {
  rule: RuleInForce
  isOneOfSeveral: boolean
}) {
  const intl = useIntl()
  const when = useScheduleWords(schedule)
  const levels = useParameterWords(parameters)
  const [first, ...wider] = rules.map(({ scope, name }) =>
    intl.formatMessage({ id: `rule.scope.${scope}` }, { name: name ?? '' }),
  )
  const state = !enabled ? 'rule.off' : isNow ? 'rule.on' : 'rule.rests'
  return (
    <li>
      <strong>{intl.formatMessage({ id: `alert.${kind}` })}</strong>{' '}
      {joinParts(
        intl,
        isOneOfSeveral &&
          intl.formatMessage(
            { id: 'rule.forProjects' },
            {
              projects: listWords(
                intl,
                projects.map(({ name }) => name),
              ),
            },
          ),
        intl.formatMessage({ id: `severity.${severity}` }),
        intl.formatMessage({ id: state }),
        schedule !== null && when,
        first !== undefined && intl.formatMessage({ id: 'rule.because' }, { scope: first }),
        wider.length > 0 && intl.formatMessage({ id: 'rule.insteadOf' }, { scopes: listWords(intl, wider) }),
      )}
      <small>{levels}</small>
    </li>
  )
}
