import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { CallErrorNotices } from './shell/call-errors/CallErrorNotices.tsx'
import { followLocale } from './locale/locale.ts'
import { LocaleProvider } from './locale/LocaleProvider.tsx'
import { LateNotice } from './shell/page/LateNotice.tsx'
import { router } from './router.tsx'
import { followOtherTabs } from './api/session.ts'

/** The whole console: translations, appearance, notifications, and the screen of the URL. */
export function Console() {
  useEffect(followOtherTabs, [])
  useEffect(followLocale, [])
  return (
    <LocaleProvider>
      <CallErrorNotices />
      <LateNotice />
      <RouterProvider router={router} />
    </LocaleProvider>
  )
}
