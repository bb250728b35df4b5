import { useIntl } from 'react-intl'
import { maxActs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { ActKind } from './actOn.ts'
import type { Intent } from './ActDialog.tsx'

interface Props {
  selected: readonly Alert[]
  onAct: (intent: Intent) => void
  onCancel: () => void
}

const kinds: readonly ActKind[] = ['ACKNOWLEDGE', 'ASSIGN', 'COMMENT', 'SHELVE', 'CLOSE']

/** The acts on all selected alerts, two hundred at the most. */
export function BatchActs({ selected, onAct, onCancel }: Props) {
  const intl = useIntl()
  const [first, ...others] = selected
  if (first === undefined) return null
  const isTooMany = selected.length > maxActs
  return (
    <div className="batch-bar row night" role="toolbar" aria-label={intl.formatMessage({ id: 'list.batch' })}>
      <b aria-live="polite">{intl.formatMessage({ id: isTooMany ? 'alertAct.tooMany' : 'list.selected' }, { count: selected.length, most: maxActs })}</b>
      {kinds.map((kind) => (
        <button key={kind} type="button" disabled={isTooMany} onClick={() => onAct({ kind, alerts: [first, ...others] })}>
          {intl.formatMessage({ id: `alertAct.${kind}` })}
        </button>
      ))}
      <button type="button" className="batch-cancel" onClick={onCancel}>
        {intl.formatMessage({ id: 'list.cancel' })}
      </button>
    </div>
  )
}
