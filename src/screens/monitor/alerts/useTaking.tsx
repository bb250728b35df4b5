import { useState, type ReactNode } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import type { AcknowledgeResult } from '../../../entities/alerts/takenWords.ts'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import { OthersNotice } from './OthersNotice.tsx'

interface Taking {
  take: (alerts: readonly Alert[]) => void
  /** Dialog over everything, during acknowledgement. */
  dialog: ReactNode
  /** Notice about other people's alerts, once known. */
  notice: ReactNode
  /** Alert that gets the focus after the dialog. */
  focusAlertId: number | null
}

/** Acknowledges alerts: the dialog, the notice afterwards, and the keyboard focus. */
export function useAcknowledging(scene: Scene | null): Taking {
  const [alerts, setAlerts] = useState<readonly Alert[]>([])
  const [taken, setTaken] = useState<AcknowledgeResult | null>(null)
  const [focusAlertId, setFocusAlertId] = useState<number | null>(null)
  const [first, ...others] = alerts

  function end(result: AcknowledgeResult | null) {
    setTaken(result && result.others.length > 0 ? result : null)
    setFocusAlertId(first?.id ?? null)
    setAlerts([])
  }

  return {
    take(wanted) {
      setFocusAlertId(null)
      setTaken(null)
      setAlerts(wanted)
    },
    dialog: scene && first && (
      <AcknowledgeDialog
        key={first.id}
        alerts={[first, ...others]}
        scene={scene}
        onTaken={end}
        onClose={() => end(null)}
      />
    ),
    notice: taken && <OthersNotice taken={taken} onClose={() => setTaken(null)} />,
    focusAlertId,
  }
}
