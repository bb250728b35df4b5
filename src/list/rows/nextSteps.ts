import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { Role } from '#contract/people/roles.ts'
import { mayCall } from '../../api/mayCall.ts'
import type { MessageId } from '../../locale/languages.ts'
import { maySee, type Screen } from '../../navigation/screen.ts'

/** Next step in an empty list. It names its call, so that only users who may make the call are offered it. */
export type NextStep = { titleId: MessageId; call: Endpoint } & (
  | {
      /** The noun whose form the list's toolbar opens. */
      adds: string
    }
  | {
      /** Another screen, or this one with another query (`?`). */
      to: string
    }
)

/** Returns the steps that a role may take. */
export function stepsFor(steps: readonly NextStep[], role: Role | null, table: readonly Screen[]): NextStep[] {
  const isThere = (to: string) =>
    to.startsWith('?') ||
    table.some((screen) => screen.path.replace(/\/:\w+\?$/, '') === to.split('?')[0] && maySee(screen, role))
  return steps.filter((step) => mayCall(step.call, role) && ('adds' in step || isThere(step.to)))
}
