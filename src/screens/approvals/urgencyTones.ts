import type { Ticket } from '#contract/office/tickets.ts'
import type { Tone } from '../../list/describe.ts'

export const urgencyTones: Record<NonNullable<Ticket['urgency']>, Tone> = {
  NORMAL: 'neutral',
  SOON: 'minor',
  OVERDUE: 'major',
}
