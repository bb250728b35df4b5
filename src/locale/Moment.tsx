import { use } from 'react'
import { type Instant, useFormats, viewerZone, ZoneContext } from './formats.ts'

/** An instant in the page's time zone; if that is not the viewer's, a tooltip shows the viewer's. */
export function Moment({ at }: { at: Instant }) {
  const formats = useFormats()
  const isElsewhere = use(ZoneContext) !== viewerZone
  return (
    <time dateTime={new Date(at).toISOString()} {...(isElsewhere && { title: formats.instant(at, viewerZone) })}>
      {formats.instant(at)}
    </time>
  )
}
