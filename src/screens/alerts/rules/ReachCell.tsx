import '../../../entities/alert-rules/rules.css'
import { useIntl } from 'react-intl'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { Tag } from '../../../list/grid/cells.tsx'

/** Shows whether a rule is enabled, and on how many farms it is in force; none if narrower rules override it everywhere. */
export function ReachCell({ rule }: { rule: AlertRule }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.alertRules.reach, {}, { shows: inPlace })
  const farms = data?.rules.find(({ id }) => id === rule.id)?.farms ?? 0
  const words =
    data && intl.formatMessage({ id: farms > 0 ? 'rule.reach' : 'rule.reachNone' }, { farms, all: data.farms })
  return (
    <span className="rule-reach">
      <Tag tone={rule.enabled ? 'live' : 'neutral'}>
        {intl.formatMessage({ id: rule.enabled ? 'rule.on' : 'rule.off' })}
      </Tag>
      <span className="grid-text" title={words}>
        {words}
      </span>
    </span>
  )
}
