import { use } from 'react'
import { type Instant, useFormats, viewerZone, ZoneContext } from './formats.ts'

/** An instant in the zone of the page; on hover in the viewer's, where that is another. */
export function Moment({ at }: { at: Instant }) {
  const formats = useFormats()
  const isElsewhere = use(ZoneContext) !== viewerZone
  return (
    <time dateTime={new Date(at).toISOString()} {...(isElsewhere && { title: formats.instant(at, viewerZone) })}>
      {formats.instant(at)}
    </time>
  )
}
