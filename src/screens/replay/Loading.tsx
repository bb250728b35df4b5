import { useIntl } from 'react-intl'
import type { CallError } from '../../api/CallError.ts'
import { failureMessage } from '../../api/callFailure.ts'
import { Callout } from '../../controls/Callout.tsx'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'

/** Placeholder for a replay that is loading or has failed. */
export function Loading({ error }: { error: CallError | null }) {
  const intl = useIntl()
  if (error) return <Callout tone="error" title={failureMessage(intl, error)} />
  return (
    <div className="replay-loading" aria-busy="true">
      <SkeletonLines lines={8} />
    </div>
  )
}
