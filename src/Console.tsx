import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { FaultNotices } from './api/FaultNotices.tsx'
import { LocaleProvider } from './locale/LocaleProvider.tsx'
import { router } from './router.tsx'
import { followOtherTabs } from './store/session.ts'
import { Themed } from './Themed.tsx'

/** The whole console: words, look, notifications, and the screen of the address. */
export function Console() {
  useEffect(followOtherTabs, [])
  return (
    <LocaleProvider>
      <Themed>
        <FaultNotices />
        <RouterProvider router={router} />
      </Themed>
    </LocaleProvider>
  )
}
