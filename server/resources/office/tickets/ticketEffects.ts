import type { TicketKind } from '#contract/office/tickets.ts'
import { movementPermit } from './effects/movementPermit.ts'
import { animalRelease } from './effects/animalRelease.ts'
import { collateralChange } from './effects/collateralChange.ts'
import { projectClose } from './effects/projectClose.ts'
import { projectOpen } from './effects/projectOpen.ts'
import { registration } from './effects/registration.ts'
import { ruleChange } from './effects/ruleChange.ts'
import { substitution } from './effects/substitution.ts'
import type { TicketEffect } from './effects/ticketEffect.ts'

/** The effect of each kind of ticket, one file each. */
const effects = {
  ORGANISATION_REGISTRATION: registration,
  MOVEMENT_PERMIT: movementPermit,
  COLLATERAL_CHANGE: collateralChange,
  ANIMAL_RELEASE: animalRelease,
  PROJECT_CLOSE: projectClose,
  PROJECT_OPEN: projectOpen,
  RULE_CHANGE: ruleChange,
  SUBSTITUTION: substitution,
} as const satisfies Partial<Record<TicketKind, TicketEffect>>

/** Kinds of tickets that can be raised: those with an effect. */
export type RaisableKind = keyof typeof effects

/** Returns the effect of a kind of ticket. */
export function effectOf(kind: TicketKind): TicketEffect {
  const found = Object.entries(effects).find(([name]) => name === kind)?.[1]
  if (!found) throw new Error(`nothing is known of what a ${kind} does`)
  return found
}
