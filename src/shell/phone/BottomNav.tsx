import './bottomNav.css'
import { MenuOutlined } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useSession } from '../../api/session.ts'
import type { MessageId } from '../../locale/languages.ts'
import { maySee, useScreenTable } from '../../navigation/screen.ts'
import { useScreen } from '../../navigation/useScreen.ts'
import { useAlerts } from '../../store/alerts.ts'
import { ScreenIcon } from '../ScreenIcon.tsx'

/** Pages needed on foot in a pen, with their short names. */
const ways: readonly { path: string; titleId: MessageId }[] = [
  { path: '/dashboard/animal-monitor/alert', titleId: 'bottomNav.alerts' },
  { path: '/dashboard/animal-monitor/monitor', titleId: 'bottomNav.map' },
  { path: '/dashboard/animal-monitor/device/pairing', titleId: 'bottomNav.scan' },
  { path: '/dashboard/project/log', titleId: 'bottomNav.log' },
]

/** Navigation along the lower edge of a phone, for users who may handle alerts. */
export function BottomNav({ onMore }: { onMore: () => void }) {
  const intl = useIntl()
  const table = useScreenTable()
  const role = useSession(({ session }) => session?.role ?? null)
  const current = useScreen()
  const alerts = useAlerts(({ open }) => open.length)
  const shown = ways.flatMap((way) => {
    const screen = table.find(({ path }) => path === way.path)
    return screen && maySee(screen, role) ? [{ ...way, screen }] : []
  })
  if (shown[0]?.path !== ways[0]?.path) return null
  return (
    <nav className="bottom-nav" aria-label={intl.formatMessage({ id: 'bottomNav.label' })}>
      {shown.map(({ path, titleId, screen }, place) => (
        <Link key={path} to={path} aria-current={current?.path === path ? 'page' : undefined}>
          <ScreenIcon name={screen.icon} />
          <span>{intl.formatMessage({ id: titleId })}</span>
          {place === 0 && alerts > 0 && <b>{alerts > 99 ? '99+' : intl.formatNumber(alerts)}</b>}
        </Link>
      ))}
      <button type="button" onClick={onMore}>
        <MenuOutlined aria-hidden="true" />
        <span>{intl.formatMessage({ id: 'bottomNav.more' })}</span>
      </button>
    </nav>
  )
}
