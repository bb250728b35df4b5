import { organisationKindOf, type OrganisationKind, type Role } from '#contract/people/roles.ts'
import type { TicketKind } from '#contract/office/tickets.ts'

interface TicketRoute {
  /** Roles that may raise it; empty when only the server does. */
  raisedBy: readonly Role[]
  /** Roles that approve, by place. All roles of a place must approve, in any order, before the next place opens. */
  places: readonly (readonly Role[])[]
  /** Deadline of the decision, days after the ticket was raised. */
  dueDays: number
}

/** Who raises and who approves each kind of ticket. */
export const ticketRoutes = {
  ORGANISATION_REGISTRATION: { raisedBy: [], places: [['ADMIN_PLATFORM']], dueDays: 5 },
  PROJECT_OPEN: {
    raisedBy: ['SUPERVISOR_PM'],
    places: [['ADMIN_SUPERVISOR'], ['ADMIN_BANK', 'ADMIN_BORROWER']],
    dueDays: 7,
  },
  COLLATERAL_CHANGE: { raisedBy: ['SUPERVISOR_PM'], places: [['ADMIN_BANK']], dueDays: 3 },
  ANIMAL_RELEASE: {
    raisedBy: ['SUPERVISOR_PM', 'ADMIN_BORROWER'],
    places: [['ADMIN_SUPERVISOR'], ['ADMIN_BANK']],
    dueDays: 3,
  },
  SUBSTITUTION: {
    raisedBy: ['SUPERVISOR_PM', 'ADMIN_BORROWER'],
    places: [['ADMIN_SUPERVISOR'], ['ADMIN_BANK']],
    dueDays: 3,
  },
  MOVEMENT_PERMIT: { raisedBy: ['ADMIN_BORROWER', 'SUPERVISOR_PM'], places: [['ADMIN_SUPERVISOR']], dueDays: 1 },
  RULE_CHANGE: { raisedBy: ['SUPERVISOR_PM'], places: [['ADMIN_SUPERVISOR']], dueDays: 3 },
  PROJECT_CLOSE: { raisedBy: ['SUPERVISOR_PM'], places: [['ADMIN_BANK']], dueDays: 7 },
} as const satisfies Record<TicketKind, TicketRoute>

/** The organisations involved in a ticket, by kind. */
export type TicketParties = Partial<Record<OrganisationKind, number>>

export interface PlannedStep {
  place: number
  role: Role
  /** Null for the platform, whose administrators belong to no single organisation. */
  organisationId: number | null
}

/**
 * Plans the steps of a ticket of a kind between some organisations.
 * @throws Error when an approving party is missing, because no step may be without an approver
 */
export function stepsOf(kind: TicketKind, parties: TicketParties): PlannedStep[] {
  const places: readonly (readonly Role[])[] = ticketRoutes[kind].places
  return places.flatMap((approvers, index) =>
    approvers.map((role) => {
      const side = organisationKindOf[role]
      if (side === null) throw new Error(`${role} stands on no side`)
      const organisationId = side === 'PLATFORM' ? null : parties[side]
      if (organisationId === undefined) throw new Error(`a ${kind} needs a ${side} that approves it`)
      return { place: index + 1, role, organisationId }
    }),
  )
}
