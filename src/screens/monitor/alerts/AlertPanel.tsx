import { useEffect, useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { AlertEntry } from './AlertEntry.tsx'
import { groupAlerts } from '../../../entities/alerts/alertGroups.ts'
import { useScrollWindow } from './useRoll.ts'

interface Props {
  scene: Scene
  alerts: readonly Alert[]
  isLoaded: boolean
  /** Alert that the map shows. */
  currentAlertId: number | null
  /** Whether a user is active at the wall; otherwise the list scrolls back to its start. */
  isHeld: boolean
  onShow: (alert: Alert) => void
  /** Null for users who may not acknowledge alerts. */
  onAcknowledge: ((alerts: readonly Alert[]) => void) | null
  /** Alert that gets the keyboard focus after the previously focused entry has gone. */
  focusAlertId: number | null
}

export function AlertPanel({
  scene,
  alerts,
  isLoaded: known,
  currentAlertId,
  isHeld,
  onShow,
  onAcknowledge: onTake,
  focusAlertId,
}: Props) {
  const intl = useIntl()
  const list = useRef<HTMLUListElement>(null)
  // Memoised by hand, as the compiler does not cache hook arguments and there may be thousands of alerts.
  const groups = useMemo(() => groupAlerts(alerts), [alerts])
  const { drawn, below } = useScrollWindow(list, groups.length)
  const hidden = groups.slice(groups.length - below).reduce((count, group) => count + group.alerts.length, 0)

  useEffect(() => {
    // A list left scrolled down would hide the gravest alerts indefinitely.
    if (!isHeld) list.current?.scrollTo?.({ top: 0 })
  }, [isHeld])
  useEffect(() => {
    if (focusAlertId === null) return
    const entries = list.current
    const entry =
      entries?.querySelector<HTMLElement>(`[data-alert="${focusAlertId}"] button`) ??
      entries?.querySelector<HTMLElement>('button')
    entry?.focus()
  }, [focusAlertId])

  return (
    <>
      <Severities alerts={alerts} isLoaded={known} />
      {groups.length > 0 && (
        <ul
          ref={list}
          className="wall-alerts"
          data-more={hidden > 0 || undefined}
          aria-label={intl.formatMessage({ id: 'alerts.title' })}
        >
          {groups.slice(0, drawn).map((group) => (
            <AlertEntry
              key={group.key}
              group={group}
              scene={scene}
              isCurrent={group.alerts.some(({ id }) => id === currentAlertId)}
              onShow={() => onShow(group.alerts[0])}
              onAcknowledge={onTake && (() => onTake(group.alerts))}
            />
          ))}
        </ul>
      )}
      {known && groups.length === 0 && <p className="wall-calm">✓ {intl.formatMessage({ id: 'alerts.none' })}</p>}
      {hidden > 0 && <p className="wall-more">{intl.formatMessage({ id: 'alerts.more' }, { count: hidden })}</p>}
    </>
  )
}

function Severities({ alerts, isLoaded: known }: Pick<Props, 'alerts' | 'isLoaded'>) {
  const intl = useIntl()
  return (
    <ul className="wall-severities">
      {severities.slice(0, 3).map((severity) => {
        const count = alerts.filter((alert) => alert.severity === severity).length
        return (
          <li key={severity} data-severity={severity} data-none={count === 0 || undefined}>
            <SeverityMark severity={severity} />
            <strong>{known ? intl.formatNumber(count) : '–'}</strong>
            <span>{intl.formatMessage({ id: `severity.${severity}` })}</span>
          </li>
        )
      })}
    </ul>
  )
}
