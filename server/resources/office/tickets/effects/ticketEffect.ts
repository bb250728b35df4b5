import type { z } from 'zod'
import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { TicketChange, TicketState } from '#contract/office/tickets.ts'
import type { Caller } from '../../../../auth/sessions.ts'
import type { Queries } from '../../../../db/connect.ts'
import type { CallInfo } from '../../../../handler.ts'
import type { Within } from '../../../../records/write.ts'

/** A ticket that waits. */
export interface PendingTicket {
  id: number
  subjectId: number
}

/** A ticket at the end of its way. */
export interface DecidedTicket extends PendingTicket {
  raisedBy: number
  state: Exclude<TicketState, 'PENDING'>
  /** Of the last decision, or of the withdrawal; '' without one. */
  comment: string
  /** Machine time, epoch ms. */
  at: number
  /** The person who made the last decision, or withdrew it. */
  by: Caller
}

/** The means of a ticket's end: the transaction that ends it, and facts of the call that decides it. */
export type EffectMeans = Within & Pick<CallInfo, 'language'>

interface EffectOf<P> {
  /** The change field by field, as a decider reads it. */
  changes(payload: P): TicketChange[]
  /** The effect on the headcount and the coverage of projects, as things stand now; without it: none. */
  effectOn?(sql: Queries, ticket: PendingTicket, payload: P): Promise<ProjectEffect[]>
  /** Makes the change, in the transaction of the last approval; what it throws takes that approval back. */
  approved(means: EffectMeans, ticket: DecidedTicket, payload: P): Promise<void>
  /**
   * Takes hold of other tickets that have no subject any more once it is approved, the one with the least id first: they are withdrawn
   * before `approved`, and those of them that were raised meanwhile after it. Absent: none. @returns their ids
   */
  overtakes?(sql: Queries, ticket: PendingTicket): Promise<number[]>
  /** Puts right what waited for the ticket when it is rejected or withdrawn; without it: nothing waited. */
  refused?(means: EffectMeans, ticket: DecidedTicket, payload: P): Promise<void>
}

/** The effect of a kind of ticket, its payload not parsed yet. */
export type TicketEffect = Required<EffectOf<unknown>>

/** Makes the effect of a kind of ticket, by the schema of its payload. @throws of each: ZodError for a payload that is not of the schema */
export function ticketEffect<P>(schema: z.ZodType<P>, { changes, effectOn, overtakes, approved, refused }: EffectOf<P>): TicketEffect {
  return {
    changes: (payload) => changes(schema.parse(payload)),
    effectOn: async (sql, ticket, payload) => (await effectOn?.(sql, ticket, schema.parse(payload))) ?? [],
    overtakes: async (sql, ticket) => (await overtakes?.(sql, ticket)) ?? [],
    approved: (means, ticket, payload) => approved(means, ticket, schema.parse(payload)),
    refused: async (means, ticket, payload) => refused?.(means, ticket, schema.parse(payload)),
  }
}
