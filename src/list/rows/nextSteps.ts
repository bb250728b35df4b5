import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { Role } from '#contract/people/roles.ts'
import { mayCall } from '../../api/mayCall.ts'
import type { MessageId } from '../../locale/languages.ts'
import { maySee, type Screen } from '../../navigation/screen.ts'

/** A next step where a list has nothing yet: by the call that it takes, so that nobody is offered one that they may not take. */
export type NextStep = { titleId: MessageId; call: Endpoint } & (
  | {
      /** The noun whose form the list's toolbar opens. */
      adds: string
    }
  | {
      /** Another screen, or the same one with another query (`?`). */
      to: string
    }
)

/** Those of some steps that a role may take. */
export function stepsFor(steps: readonly NextStep[], role: Role | null, table: readonly Screen[]): NextStep[] {
  const isThere = (to: string) => to.startsWith('?') || table.some((screen) => screen.path.replace(/\/:\w+\?$/, '') === to.split('?')[0] && maySee(screen, role))
  return steps.filter((step) => mayCall(step.call, role) && ('adds' in step || isThere(step.to)))
}
