import { useIntl } from 'react-intl'
import { maxActs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { SelectionBar } from '../../../list/actions/SelectionBar.tsx'
import type { ActKind } from './actOn.ts'
import type { Intent } from './ActDialog.tsx'

interface Props {
  selected: readonly Alert[]
  onAct: (intent: Intent) => void
  onCancel: () => void
}

const kinds: readonly ActKind[] = ['ACKNOWLEDGE', 'ASSIGN', 'COMMENT', 'SHELVE', 'CLOSE']

/** Actions on all selected alerts, at most two hundred. */
export function BatchActs({ selected, onAct, onCancel }: Props) {
  const intl = useIntl()
  const [first, ...others] = selected
  if (first === undefined) return null
  const isTooMany = selected.length > maxActs
  return (
    <SelectionBar
      countText={intl.formatMessage(
        { id: isTooMany ? 'alertAct.tooMany' : 'list.selected' },
        { count: selected.length, most: maxActs },
      )}
      acts={kinds.map((kind) => ({
        key: kind,
        title: intl.formatMessage({ id: `alertAct.${kind}` }),
        isDisabled: isTooMany,
        onChoose: () => onAct({ kind, alerts: [first, ...others] }),
      }))}
      onCancel={onCancel}
    />
  )
}
