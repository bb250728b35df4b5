import { useIntl } from 'react-intl'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { useNames } from '../../../api/references.ts'
import { projectReference } from '../../../entities/projects/projectReference.ts'
import { farmReference } from '../../../entities/farmReference.ts'

/** Scope of a rule, with the name of the farm or project. */
export function ScopeCell({ rule: { scope, scopeId } }: { rule: AlertRule }) {
  const intl = useIntl()
  const reference = scope === 'FARM' ? farmReference : scope === 'PROJECT' ? projectReference : undefined
  const names = useNames(reference, scopeId === null ? [] : [scopeId])
  const words = intl.formatMessage({ id: `rule.scope.${scope}` }, { name: names.get(scopeId ?? 0) ?? `#${scopeId}` })
  return (
    <span className="grid-text" title={words}>
      {words}
    </span>
  )
}
