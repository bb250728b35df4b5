import { describe, expect, test } from 'vitest'
import { type TicketKind, ticketKinds } from '#contract/office/tickets.ts'
import { stepsOf, ticketRoutes } from './ticketKinds.ts'

const parties = { BANK: 2, SUPERVISOR: 3, BORROWER: 4 }

/** Kind, who raises it, and who approves: product rules, written out. */
const table: [TicketKind, string, string[]][] = [
  ['ORGANISATION_REGISTRATION', '', ['1 ADMIN_PLATFORM null']],
  ['PROJECT_OPEN', 'SUPERVISOR_PM', ['1 ADMIN_SUPERVISOR 3', '2 ADMIN_BANK 2', '2 ADMIN_BORROWER 4']],
  ['COLLATERAL_CHANGE', 'SUPERVISOR_PM', ['1 ADMIN_BANK 2']],
  ['ANIMAL_RELEASE', 'SUPERVISOR_PM ADMIN_BORROWER', ['1 ADMIN_SUPERVISOR 3', '2 ADMIN_BANK 2']],
  ['SUBSTITUTION', 'SUPERVISOR_PM ADMIN_BORROWER', ['1 ADMIN_SUPERVISOR 3', '2 ADMIN_BANK 2']],
  ['MOVEMENT_PERMIT', 'ADMIN_BORROWER SUPERVISOR_PM', ['1 ADMIN_SUPERVISOR 3']],
  ['RULE_CHANGE', 'SUPERVISOR_PM', ['1 ADMIN_SUPERVISOR 3']],
  ['PROJECT_CLOSE', 'SUPERVISOR_PM', ['1 ADMIN_BANK 2']],
]

describe('ticket steps', () => {
  test.each(table)('match the product rules for %s', (kind, raisers, expected) => {
    expect(ticketRoutes[kind].raisedBy.join(' ')).toBe(raisers)
    const steps = stepsOf(kind, parties).map(({ place, role, organisationId }) => `${place} ${role} ${organisationId}`)
    expect(steps).toEqual(expected)
  })

  test('are tested for every kind', () => {
    expect(table.map(([kind]) => kind).toSorted()).toEqual([...ticketKinds].toSorted())
  })

  test('throw when an approving party is missing', () => {
    expect(() => stepsOf('PROJECT_CLOSE', { SUPERVISOR: 3 })).toThrow('needs a BANK')
    expect(() => stepsOf('PROJECT_OPEN', { SUPERVISOR: 3, BANK: 2 })).toThrow('needs a BORROWER')
  })
})
