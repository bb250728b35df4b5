import { MenuOutlined, SearchOutlined } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import { LanguageSelect } from './LanguageSelect.tsx'
import { NoticeBell } from './notices/NoticeBell.tsx'
import { useAppearance } from '../theme/appearance.ts'
import { AvatarMenu } from './AvatarMenu.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'

interface Props {
  onMenu: () => void
  onSearch: () => void
  onAppearance: () => void
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Header of every page: breadcrumbs, search, connection status and user menu. */
export function Header({ onMenu, onSearch, onAppearance }: Props) {
  const intl = useIntl()
  const look = useAppearance((state) => state.headerTheme)
  return (
    <header className={look === 'dark' ? 'shell-header row night' : 'shell-header row'}>
      <button
        type="button"
        className="header-button header-menu"
        aria-label={intl.formatMessage({ id: 'nav.open' })}
        onClick={onMenu}
      >
        <MenuOutlined aria-hidden="true" className="header-icon" />
      </button>
      <Breadcrumbs />
      <button
        type="button"
        className="header-search row"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={onSearch}
      >
        <SearchOutlined aria-hidden="true" />
        <span className="clip">{intl.formatMessage({ id: 'palette.open' })}</span>
        <kbd aria-hidden="true">{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <ConnectionStatus className="shell-connection row" />
      <NoticeBell />
      <LanguageSelect className="header-language" />
      <AvatarMenu onAppearance={onAppearance} />
    </header>
  )
}
