import { App, ConfigProvider } from 'antd'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { FaultNotices } from './api/FaultNotices.tsx'
import { antdLocales } from './locale/antdLocales.ts'
import { useLocale } from './locale/locale.ts'
import { LocaleProvider } from './locale/LocaleProvider.tsx'
import { router } from './router.tsx'
import { followOtherTabs } from './store/session.ts'
import { theme } from './theme.ts'

/** The whole console: words, theme, notifications, and the screen of the address. */
export function Console() {
  const language = useLocale((state) => state.language)
  const direction = useLocale((state) => state.direction)
  useEffect(followOtherTabs, [])
  return (
    <LocaleProvider>
      <ConfigProvider theme={theme} locale={antdLocales[language]} direction={direction} variant="outlined">
        <App component={false}>
          <FaultNotices />
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </LocaleProvider>
  )
}
