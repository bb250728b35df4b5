import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { themeFor } from './theme.ts'

const theme = themeFor({ isDark: true, isCompact: false, isPhone: false, hasWeakColours: false })

/** A page in the dark, whatever the console's look is: what stands in a wall's place must not light up the room. */
export function DarkPage({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme}>
      <div className="dark-page" data-theme="dark">
        {children}
      </div>
    </ConfigProvider>
  )
}
