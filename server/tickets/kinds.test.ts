import { describe, expect, test } from 'vitest'
import { type TicketKind, ticketKinds } from '#contract/tickets.ts'
import { stepsOf } from './kinds.ts'

const parties = { BANK: 2, SUPERVISOR: 3, BORROWER: 4 }

/** Kind, and who approves: product rules, written out. */
const table: [TicketKind, string[]][] = [
  ['ORGANISATION_REGISTRATION', ['1 ADMIN_PLATFORM null']],
  ['PROJECT_OPEN', ['1 ADMIN_SUPERVISOR 3', '2 ADMIN_BANK 2', '2 ADMIN_BORROWER 4']],
  ['COLLATERAL_CHANGE', ['1 ADMIN_BANK 2']],
  ['ANIMAL_RELEASE', ['1 ADMIN_SUPERVISOR 3', '2 ADMIN_BANK 2']],
  ['SUBSTITUTION', ['1 ADMIN_SUPERVISOR 3', '2 ADMIN_BANK 2']],
  ['MOVEMENT_PERMIT', ['1 ADMIN_SUPERVISOR 3']],
  ['RULE_CHANGE', ['1 ADMIN_SUPERVISOR 3']],
  ['PROJECT_CLOSE', ['1 ADMIN_BANK 2']],
]

describe('the steps of a ticket', () => {
  test.each(table)('%s', (kind, expected) => {
    const steps = stepsOf(kind, parties).map(({ place, role, organisationId }) => `${place} ${role} ${organisationId}`)
    expect(steps).toEqual(expected)
  })

  test('of every kind are in the table', () => {
    expect(table.map(([kind]) => kind).toSorted()).toEqual([...ticketKinds].toSorted())
  })

  test('are never without somebody who has to approve', () => {
    expect(() => stepsOf('PROJECT_CLOSE', { SUPERVISOR: 3 })).toThrow('needs a BANK')
    expect(() => stepsOf('PROJECT_OPEN', { SUPERVISOR: 3, BANK: 2 })).toThrow('needs a BORROWER')
  })
})
