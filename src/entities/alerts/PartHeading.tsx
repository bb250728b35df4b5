import { createContext, type ReactNode, use } from 'react'

/** Whether the alert details are a page of their own, as on a phone; headings are then one level higher. */
export const IsPage = createContext(false)

/** Heading of a section of the alert details. */
export function PartHeading({ id, children }: { id: string; children: ReactNode }) {
  const Heading = use(IsPage) ? 'h2' : 'h3'
  return (
    <Heading id={id} className="alert-part-name">
      {children}
    </Heading>
  )
}
