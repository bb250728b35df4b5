import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { PageChannel } from '#contract/duty/alertDeliveries.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../controls/Button.tsx'
import { alertsPath } from '../../navigation/paths.ts'
import { useAccount } from '../../store/account.ts'
import { useAlerts } from '../../store/alerts.ts'
import { openSound, sound, useSound } from '../../store/alarm/sound.ts'
import { alarmsOf, floodMs, ofDisplays } from './alarms.ts'
import { onOpened, showOnDesktop } from './desktop.ts'

/** Maximum alerts reported per call. */
const maxReported = 1000

/** Reports to the server which alerts this page displayed or played; failures are ignored. */
async function reportAlertsShown(alerts: readonly Alert[], channel: PageChannel, isBlocked: boolean): Promise<void> {
  const ids = alerts.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += maxReported) {
    await call(
      endpoints.alertDeliveries.shown,
      { toldAlertIds: ids.slice(at, at + maxReported), channel, isBlocked },
      { shows: inPlace },
    ).catch(() => undefined)
  }
}

/**
 * Plays sounds and shows desktop notifications for new alerts, for users who handle them; paired walls only play sounds.
 * A blocked sound is reported on the alert screen and on walls immediately, elsewhere once a sound was missed.
 */
export function Alarm({ isWall = false }: { isWall?: boolean }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [hasMissed, setHasMissed] = useState(false)
  const isDisplay = useAccount()?.isDisplay
  const { data: chosen } = useCall(
    endpoints.notificationSettings.detail,
    {},
    { isEnabled: isDisplay === false, shows: inPlace },
  )
  const settings = isDisplay ? ofDisplays : chosen
  const isLoaded = useAlerts((state) => state.isLoaded)
  const open = useAlerts((state) => state.open)
  const state = useSound((sounds) => sounds.state)
  /** Known alerts, and arrival times of new ones. */
  const seen = useRef<{ ids: Set<number>; cameAt: number[] } | null>(null)
  const wantsSound =
    settings !== undefined && severities.some((severity) => settings.channels[severity].includes('SOUND'))

  useEffect(() => {
    if (wantsSound) void openSound()
  }, [wantsSound])

  useEffect(() => onOpened((path) => void navigate(path)), [navigate])

  useEffect(() => {
    if (!isLoaded || settings === undefined) return
    const before = seen.current
    const fresh = before === null ? [] : open.filter(({ id }) => !before.ids.has(id))
    const now = performance.now()
    const cameAt = [...(before?.cameAt ?? []).filter((at) => now - at < floodMs), ...fresh.map(() => now)]
    seen.current = { ids: new Set(open.map(({ id }) => id)), cameAt }
    if (fresh.length === 0) return
    const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: settings.timeZone,
    })
      .format(new Date())
      .split(':')
      .map(Number)
    const alarms = alarmsOf(fresh, cameAt.length, settings, hour * 60 + minute)
    const report = (alerts: readonly Alert[], channel: PageChannel, isBlocked: boolean) => {
      // A wall belongs to no user, so it reports nothing.
      if (!isDisplay) void reportAlertsShown(alerts, channel, isBlocked)
    }
    if (alarms.sound !== null)
      void sound(alarms.sound).then((isHeard) => {
        setHasMissed(!isHeard)
        report(alarms.heard, 'SOUND', !isHeard)
      })
    const show = async ({ id, kind, severity, subjectName }: Alert) => {
      const title = intl.formatMessage(
        { id: 'alarm.desktop' },
        {
          severity: intl.formatMessage({ id: `severity.${severity}` }),
          kind: intl.formatMessage({ id: `alert.${kind}` }),
        },
      )
      return showOnDesktop(
        { title, body: subjectName, tag: `alert ${id}`, path: `${alertsPath}?open=${id}` },
        (path) => void navigate(path),
      )
    }
    void Promise.all(alarms.desktop.map(show)).then((shown) => {
      for (const isBlocked of [false, true])
        report(
          alarms.desktop.filter((_alert, index) => shown[index] === !isBlocked),
          'DESKTOP',
          isBlocked,
        )
    })
  }, [isLoaded, open, settings, isDisplay, intl, navigate])

  const isAwaited = isWall || hasMissed || pathname === alertsPath
  if (!wantsSound || !isAwaited || state !== 'blocked') return null
  return (
    <div className="banner" data-tone="major" role="status">
      {intl.formatMessage({ id: 'alarm.blocked' })}
      <Button size="small" onClick={() => void sound('INFO')}>
        {intl.formatMessage({ id: 'alarm.allow' })}
      </Button>
    </div>
  )
}
