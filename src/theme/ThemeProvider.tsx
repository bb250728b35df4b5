import { App, ConfigProvider } from 'antd'
import { useLayoutEffect, type ReactNode } from 'react'
import { antdLocales } from '../locale/antdLocales.ts'
import { useLocale } from '../locale/locale.ts'
import { useAppearance } from './appearance.ts'
import { themeFor } from './theme.ts'
import { useDark } from './useDark.ts'
import { phoneWidth, useMedia } from './useMedia.ts'

/** Gives the chosen look to antd and, as attributes of the root element, to our own styles. */
export function ThemeProvider({ children, motion = true }: { children: ReactNode; motion?: boolean }) {
  const language = useLocale((state) => state.language)
  const direction = useLocale((state) => state.direction)
  const density = useAppearance((state) => state.density)
  const hasWeakColours = useAppearance((state) => state.weakColours)
  const isDark = useDark()
  const isPhone = useMedia(phoneWidth)

  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = isDark ? 'dark' : 'light'
    dataset['density'] = density
    if (hasWeakColours) dataset['weak'] = ''
    else delete dataset['weak']
  }, [isDark, density, hasWeakColours])

  const theme = themeFor({ isDark, isCompact: density === 'compact', isPhone, hasWeakColours })
  return (
    <ConfigProvider theme={{ ...theme, token: { ...theme.token, motion } }} locale={antdLocales[language]} direction={direction} variant="outlined" button={{ autoInsertSpace: false }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
