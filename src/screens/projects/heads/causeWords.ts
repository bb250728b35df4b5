import type { SilenceCause } from '#contract/projects/projectHeads.ts'
import type { MessageId } from '../../../locale/languages.ts'

/** The name of the cause by which a head is unverified: an alert, or an event among the decisions about it. */
export function wordOfCause(cause: SilenceCause): MessageId {
  return cause === 'PERMIT' || cause === 'LISTENING_BREAK' ? `decision.${cause}` : `alert.${cause}`
}
