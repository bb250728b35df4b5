import type { SilenceCause } from '#contract/projects/projectHeads.ts'
import type { MessageId } from '../../../locale/languages.ts'

/** What the cause is called by which a head is unverified: an alert, or what is told among the decisions about it. */
export function wordOfCause(cause: SilenceCause): MessageId {
  return cause === 'PERMIT' || cause === 'LISTENING_BREAK' ? `decision.${cause}` : `alert.${cause}`
}
