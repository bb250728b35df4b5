import { useIntl } from 'react-intl'
import { useSession } from '../../api/session.ts'
import { Callout } from '../../controls/Callout.tsx'

/** Explains why the previous session ended. */
export function SessionEnded() {
  const intl = useIntl()
  const endedBy = useSession((state) => state.endedBy)
  if (endedBy === null) return null
  return <Callout tone="info" title={intl.formatMessage({ id: `session.ended.${endedBy}` })} />
}
