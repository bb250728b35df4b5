import type { z } from 'zod'
import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { TicketChange, TicketState } from '#contract/office/tickets.ts'
import type { Caller } from '../../../../auth/sessions.ts'
import type { Queries } from '../../../../db/connect.ts'
import type { CallInfo } from '../../../../handler.ts'
import type { Language } from '../../../../languages.ts'
import type { Within } from '../../../../records/write.ts'

/** A pending ticket. */
export interface PendingTicket {
  id: number
  subjectId: number
}

/** A ticket that has been approved, rejected or withdrawn. */
export interface DecidedTicket extends PendingTicket {
  raisedBy: number
  state: Exclude<TicketState, 'PENDING'>
  /** Comment of the last decision or the withdrawal; empty without one. */
  comment: string
  /** Machine time, epoch ms. */
  at: number
  /** The user who made the last decision or withdrew it. */
  by: Caller
}

/** The transaction that ends the ticket, and facts of the deciding call. */
export type EffectMeans = Within & Pick<CallInfo, 'language'>

interface EffectOf<P> {
  /** Describes the change field by field for deciders. */
  changes(payload: P): TicketChange[]
  /** Returns the part of the payload that a caller may know. By default it is all. */
  forReader?(sql: Queries, caller: Caller, ticket: PendingTicket, payload: P): Promise<P>
  /** Returns the payload with names of categories and units in a reader's language. By default it stays as stored. */
  inLanguage?(sql: Queries, payload: P, language: Language): Promise<P>
  /** Returns the present effect on headcount and coverage of projects. By default there is no effect. */
  effectOn?(sql: Queries, ticket: PendingTicket, payload: P): Promise<ProjectEffect[]>
  /** Makes the change, in the transaction of the last approval. An error rolls the approval back. */
  approved(means: EffectMeans, ticket: DecidedTicket, payload: P): Promise<void>
  /**
   * Locks tickets that lose their subject by this approval, in id order. They are withdrawn before `approved`; tickets raised in between
   * are withdrawn after it. By default no ticket does. @returns their ids
   */
  overtakes?(sql: Queries, ticket: PendingTicket): Promise<number[]>
  /** Undoes what was reserved for the ticket when it is rejected or withdrawn. By default nothing is. */
  refused?(means: EffectMeans, ticket: DecidedTicket, payload: P): Promise<void>
}

/** The effect of a kind of ticket, with an unparsed payload. */
export type TicketEffect = Required<EffectOf<unknown>>

/** Builds the effect of a kind of ticket. Its functions throw a ZodError when a payload does not match the schema. */
export function ticketEffect<P>(
  schema: z.ZodType<P>,
  { changes, forReader, inLanguage, effectOn, overtakes, approved, refused }: EffectOf<P>,
): TicketEffect {
  return {
    changes: (payload) => changes(schema.parse(payload)),
    forReader: async (sql, caller, ticket, payload) => {
      const stored = schema.parse(payload)
      return (await forReader?.(sql, caller, ticket, stored)) ?? stored
    },
    inLanguage: async (sql, payload, language) => {
      const stored = schema.parse(payload)
      return (await inLanguage?.(sql, stored, language)) ?? stored
    },
    effectOn: async (sql, ticket, payload) => (await effectOn?.(sql, ticket, schema.parse(payload))) ?? [],
    overtakes: async (sql, ticket) => (await overtakes?.(sql, ticket)) ?? [],
    approved: (means, ticket, payload) => approved(means, ticket, schema.parse(payload)),
    refused: async (means, ticket, payload) => refused?.(means, ticket, schema.parse(payload)),
  }
}
