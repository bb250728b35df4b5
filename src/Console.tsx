import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { CallErrorNotices } from './shell/CallErrorNotices.tsx'
import { LocaleProvider } from './locale/LocaleProvider.tsx'
import { router } from './router.tsx'
import { followOtherTabs } from './api/session.ts'
import { ThemeProvider } from './theme/ThemeProvider.tsx'

/** The whole console: words, look, notifications, and the screen of the address. */
export function Console() {
  useEffect(followOtherTabs, [])
  return (
    <LocaleProvider>
      <ThemeProvider>
        <CallErrorNotices />
        <RouterProvider router={router} />
      </ThemeProvider>
    </LocaleProvider>
  )
}
