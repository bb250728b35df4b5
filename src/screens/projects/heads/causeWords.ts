import type { SilenceCause } from '#contract/projects/projectHeads.ts'
import type { MessageId } from '../../../locale/languages.ts'

/** Returns the name of the cause why a head is unverified: an alert kind, or an event among its decisions. */
export function wordOfCause(cause: SilenceCause): MessageId {
  return cause === 'PERMIT' || cause === 'LISTENING_BREAK' ? `decision.${cause}` : `alert.${cause}`
}
