import { useState, type ReactNode } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import type { Taken } from '../../../entities/alerts/takenWords.ts'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import { OthersNotice } from './OthersNotice.tsx'

interface Taking {
  take: (alerts: readonly Alert[]) => void
  /** Over everything, while somebody takes alerts on. */
  dialog: ReactNode
  /** The people who had them before, once they are known. */
  notice: ReactNode
  /** The alert that the keyboard goes on at, when the dialog is gone. */
  focusAlertId: number | null
}

/** Taking alerts on: the dialog, what is said afterwards, and where the keyboard goes on. */
export function useTaking(scene: Scene | null): Taking {
  const [alerts, setAlerts] = useState<readonly Alert[]>([])
  const [taken, setTaken] = useState<Taken | null>(null)
  const [focusAlertId, setFocusAlertId] = useState<number | null>(null)
  const [first, ...others] = alerts

  function end(result: Taken | null) {
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
    dialog: scene && first && <AcknowledgeDialog key={first.id} alerts={[first, ...others]} scene={scene} onTaken={end} onClose={() => end(null)} />,
    notice: taken && <OthersNotice taken={taken} onClose={() => setTaken(null)} />,
    focusAlertId,
  }
}
