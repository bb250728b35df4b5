import type { ReactNode } from 'react'

/** Page that is dark in every mode, as a page on a wall must not light up the room. */
export function DarkPage({ children }: { children: ReactNode }) {
  return (
    <div className="dark-page" data-theme="dark">
      {children}
    </div>
  )
}
