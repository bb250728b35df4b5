import { createContext, type ReactNode, use } from 'react'

/** Whether the details of an alert are the page, as on a phone: their parts are then one level higher. */
export const IsPage = createContext(false)

/** The heading of a part of an alert's details: one level below their own. */
export function PartHeading({ id, children }: { id: string; children: ReactNode }) {
  const Heading = use(IsPage) ? 'h2' : 'h3'
  return (
    <Heading id={id} className="alert-part-name">
      {children}
    </Heading>
  )
}
