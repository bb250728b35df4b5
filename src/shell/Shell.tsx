import './shell.css'
import './sideNav.css'
import './header.css'
import { Drawer } from 'antd'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Outlet } from 'react-router-dom'
import { lazyChunk } from '../navigation/lazyChunk.ts'
import { useLocale } from '../locale/locale.ts'
import { supervisorRoles } from '#contract/people/roles.ts'
import { AntdProvider } from '../theme/AntdProvider.tsx'
import { useAppearance } from '../theme/appearance.ts'
import { useSession } from '../api/session.ts'
import { narrowWidth, phoneWidth, useMedia } from '../theme/useMedia.ts'
import { Banners } from './banners/Banners.tsx'
import { BottomNav } from './phone/BottomNav.tsx'
import { Header } from './Header.tsx'
import { InShell } from './inShell.ts'
import { SideNav } from './SideNav.tsx'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'

/** Parts that are opened rarely, or needed by few users, load on demand. */
const Alarm = lazyChunk(async () => (await import('./alarm/Alarm.tsx')).Alarm)
const CommandPalette = lazyChunk(async () => (await import('./palette/CommandPalette.tsx')).CommandPalette)
const AppearanceDrawer = lazyChunk(async () => (await import('./AppearanceDrawer.tsx')).AppearanceDrawer)

/** Frame around all screens except walls and public ones. It stays mounted while pages change. */
export function Shell() {
  const session = useSession((state) => state.session)
  // The guard inside redirects to the sign-in page, or a paired wall to its screen; an unknown path shows its result without a frame.
  return (
    <AntdProvider>
      {session && !session.shows ? (
        <Frame>
          <Outlet />
        </Frame>
      ) : (
        <Outlet />
      )}
    </AntdProvider>
  )
}

type Layer = 'menu' | 'palette' | 'appearance'

/** Frame around a page: menu, header and overlays. */
export function Frame({ children }: { children: ReactNode }) {
  const intl = useIntl()
  const main = useRef<HTMLElement>(null)
  const isOnWatch = useSession((state) => supervisorRoles.some((role) => role === state.session?.role))
  const layout = useAppearance((state) => state.layout)
  const width = useAppearance((state) => state.width)
  const fixedNav = useAppearance((state) => state.fixedNav)
  const hasRoom = !useMedia(narrowWidth)
  const wantsCollapsed = useAppearance((state) => state.collapsed)
  const collapsed = layout === 'side' && (wantsCollapsed || !hasRoom)
  const navLook = useAppearance((state) => state.navTheme)
  const isRightToLeft = useLocale((state) => state.direction === 'rtl')
  const [layer, setLayer] = useState<Layer | null>(null)
  const close = () => setLayer(null)
  // Stays mounted after first use, for the closing animation.
  const [hadAppearance, setHadAppearance] = useState(false)
  if (layer === 'appearance' && !hadAppearance) setHadAppearance(true)
  const isPhone = useMedia(phoneWidth)
  useFocusOnNavigation(main)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setLayer((open) => (open === 'palette' ? null : 'palette'))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <InShell value>
      <div
        className="shell"
        data-layout={layout}
        data-width={width}
        data-nav={fixedNav ? 'fixed' : 'flowing'}
        data-collapsed={collapsed || undefined}
      >
        <a
          className="shell-skip"
          href="#main"
          onClick={(event) => {
            // The URL belongs to the router, so the link must not change its hash.
            event.preventDefault()
            main.current?.focus()
          }}
        >
          {intl.formatMessage({ id: 'shell.skip' })}
        </a>
        <aside className={navLook === 'dark' ? 'shell-side night' : 'shell-side'}>
          <SideNav collapsed={collapsed} />
        </aside>
        <div className="shell-page">
          <Header
            onMenu={() => setLayer('menu')}
            onSearch={() => setLayer('palette')}
            onAppearance={() => setLayer('appearance')}
          />
          <Banners />
          {isOnWatch && (
            <Suspense>
              <Alarm />
            </Suspense>
          )}
          <main ref={main} id="main" className="shell-main" tabIndex={-1}>
            {children}
          </main>
          {isPhone && <BottomNav onMore={() => setLayer('menu')} />}
        </div>
      </div>
      <Drawer
        open={layer === 'menu'}
        onClose={close}
        placement={isRightToLeft ? 'right' : 'left'}
        size={272}
        closable={false}
        destroyOnHidden
        rootClassName="shell-drawer"
        aria-label={intl.formatMessage({ id: 'nav.label' })}
      >
        <div className={navLook === 'dark' ? 'shell-drawer-side night' : 'shell-drawer-side'}>
          <SideNav collapsed={false} isDrawer onGo={close} />
        </div>
      </Drawer>
      <Suspense>
        {hadAppearance && <AppearanceDrawer open={layer === 'appearance'} onClose={close} />}
        {layer === 'palette' && <CommandPalette onClose={close} />}
      </Suspense>
    </InShell>
  )
}
