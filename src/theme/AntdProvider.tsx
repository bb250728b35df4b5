import { LoadingOutlined } from '@ant-design/icons'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, use } from 'react'
import { antdLocales } from '../locale/antdLocales.ts'
import { useLocale } from '../locale/locale.ts'
import { useAppearance } from './appearance.ts'
import { themeFor } from './theme.ts'
import { Looks } from './looks.ts'
import { useDark } from './useDark.ts'
import { lessMotion, phoneWidth, useMedia } from './useMedia.ts'

/** Hides the loading icon from screen readers, so that a busy button keeps its name. */
const buttons = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }

/** Position of passing messages: below the header and its search, px. */
const belowHeader = { top: 60 }

/** Applies the chosen appearance, language and direction to antd. Loads with the first screen that uses antd. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const language = useLocale((state) => state.language)
  const direction = useLocale((state) => state.direction)
  const density = useAppearance((state) => state.density)
  const hasWeakColours = useAppearance((state) => state.weakColours)
  const primary = useAppearance((state) => state.primary)
  const isDark = useDark()
  const isPhone = useMedia(phoneWidth)
  const hasLooks = use(Looks)
  const moves = !useMedia(lessMotion) && hasLooks
  const theme = themeFor({ isDark, isCompact: density === 'compact', isPhone, hasWeakColours, primary })
  return (
    <ConfigProvider
      theme={{ ...theme, token: { ...theme.token, motion: moves }, zeroRuntime: !hasLooks }}
      locale={antdLocales[language]}
      direction={direction}
      variant="outlined"
      button={buttons}
    >
      <App component={false} message={belowHeader}>
        {children}
      </App>
    </ConfigProvider>
  )
}
