import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { menuOf, parentsOf, type MenuSection } from './menu.ts'
import { landingOf } from '../navigation/landing.ts'
import { LanguageSelect } from './LanguageSelect.tsx'
import { useLocale } from '../locale/locale.ts'
import { nameIdOf, useScreenTable, type Screen } from '../navigation/screen.ts'
import { useAlerts } from '../store/alerts.ts'
import { setAppearance } from '../theme/appearance.ts'
import { useSession } from '../api/session.ts'
import { useTicketsToDecide } from '../store/useTicketsToDecide.ts'
import { ScreenIcon } from './ScreenIcon.tsx'
import { useScreen } from '../navigation/useScreen.ts'

interface Props {
  collapsed: boolean
  /** In a drawer there is no collapse button. */
  isDrawer?: boolean
  onGo?: () => void
}

/** Side navigation: the screens the role may see, in groups, as links that also open in a new tab. */
export function SideNav({ collapsed, isDrawer = false, onGo }: Props) {
  const intl = useIntl()
  const screens = useScreenTable()
  const role = useSession((state) => state.session?.role ?? null)
  const screen = useScreen()
  const current = screen && [...parentsOf(screens, screen), screen].findLast(({ menu }) => menu !== undefined)
  const home = landingOf(screens, role)
  return (
    <nav
      className="side-nav"
      aria-label={intl.formatMessage({ id: 'nav.label' })}
      data-collapsed={collapsed || undefined}
    >
      <Link className="side-nav-brand row" to={home} onClick={onGo}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <span>Drover</span>
      </Link>
      <div className="side-nav-groups">
        {menuOf(screens, role).map((section) => (
          <Section key={section.group} section={section} current={current ?? null} collapsed={collapsed} onGo={onGo} />
        ))}
      </div>
      {isDrawer && <LanguageSelect className="side-nav-language" />}
      {!isDrawer && (
        <button
          type="button"
          className="side-nav-fold"
          aria-expanded={!collapsed}
          aria-label={intl.formatMessage({ id: collapsed ? 'nav.expand' : 'nav.collapse' })}
          onClick={() => setAppearance({ collapsed: !collapsed })}
        >
          {collapsed ? <MenuUnfoldOutlined aria-hidden="true" /> : <MenuFoldOutlined aria-hidden="true" />}
        </button>
      )}
    </nav>
  )
}

interface SectionProps {
  section: MenuSection
  current: Screen | null
  collapsed: boolean
  onGo: (() => void) | undefined
}

function Section({ section: { group, screens }, current, collapsed, onGo }: SectionProps) {
  const intl = useIntl()
  const id = useId()
  return (
    <div className="side-nav-group">
      <p id={id}>{intl.formatMessage({ id: `nav.${group}` })}</p>
      <ul aria-labelledby={id}>
        {screens.map((screen) => (
          <Entry
            key={screen.path}
            screen={screen}
            isCurrent={screen.path === current?.path}
            collapsed={collapsed}
            onGo={onGo}
          />
        ))}
      </ul>
    </div>
  )
}

interface EntryProps {
  screen: Screen
  isCurrent: boolean
  collapsed: boolean
  onGo: (() => void) | undefined
}

function Entry({ screen, isCurrent, collapsed, onGo }: EntryProps) {
  const intl = useIntl()
  const isRightToLeft = useLocale((state) => state.direction === 'rtl')
  const role = useSession((state) => state.session?.role ?? null)
  const name = intl.formatMessage({ id: nameIdOf(screen) })
  // Starts loading the screen's script before the click; opening the page reports failures.
  const fetchAhead = () => void screen.load().catch(() => undefined)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <Tooltip title={collapsed ? name : ''} placement={isRightToLeft ? 'left' : 'right'}>
        <Link
          ref={link}
          to={screen.path}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onGo}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        >
          <ScreenIcon name={screen.icon} />
          <span className="side-nav-name">{name}</span>
          {screen.badge && (screen.badgeRoles?.includes(role ?? 'OTHERS') ?? true) && <Count of={screen.badge} />}
        </Link>
      </Tooltip>
    </li>
  )
}

function Count({ of }: { of: NonNullable<Screen['badge']> }) {
  const intl = useIntl()
  const alerts = useAlerts((state) => state.open.length)
  const tickets = useTicketsToDecide()
  const count = of === 'alerts' ? alerts : tickets
  if (count === 0) return null
  return (
    <span className="side-nav-count" data-of={of}>
      {count > 99 ? '99+' : intl.formatNumber(count)}
      <span className="only-read">
        {' '}
        {intl.formatMessage({ id: of === 'alerts' ? 'nav.openAlerts' : 'nav.toDecide' })}
      </span>
    </span>
  )
}
