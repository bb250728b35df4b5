import type { ReactNode } from 'react'

/** A page in the dark, whatever the console's look is: what stands in a wall's place must not light up the room. */
export function DarkPage({ children }: { children: ReactNode }) {
  return (
    <div className="dark-page" data-theme="dark">
      {children}
    </div>
  )
}
