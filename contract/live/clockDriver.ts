import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'

/**
 * Messages between the server's start command and a child process that fills the server with the demo's history or a recording.
 * The child uses the product's ordinary calls and listeners. Only the herd clock is controlled over this channel. Instants are herd time, epoch ms.
 */

/** Messages from the child process. */
export const fromDriverSchema = z.discriminatedUnion('type', [
  /** A recording was read. The child asks to hold the clock at `from` and waits for `start`. */
  z.object({ type: z.literal('recording'), from: z.number(), to: z.number(), readings: z.number() }),
  /** Asks to move herd time to `at`. The child sends nothing before `moved` arrives. */
  z.object({ type: z.literal('moveTo'), at: z.number() }),
  /** Asks to run herd time from its current value. The child waits for `released`. */
  z.object({ type: z.literal('release'), speed: z.number() }),
  /** Animals of the demo stored so far, and of how many. */
  z.object({ type: z.literal('made'), animals: z.number(), of: z.number() }),
  /** The demo's records and history are stored. */
  z.object({ type: z.literal('seeded'), farmIds: z.array(idSchema), readings: z.number() }),
  /** The whole recording was sent and acknowledged. */
  z.object({ type: z.literal('replayed'), farmId: idSchema, readings: z.number() }),
  /** The child gives up and ends. The message is one line for the person who started it. */
  z.object({ type: z.literal('failed'), message: z.string() }),
])
export type FromDriver = z.infer<typeof fromDriverSchema>

/** Messages to the child process. */
export const toDriverSchema = z.discriminatedUnion('type', [
  /** The clock is held. `borrowerOrgIds` are the organisations for which farms are created. */
  z.object({
    type: z.literal('start'),
    from: z.number(),
    to: z.number(),
    borrowerOrgIds: z.array(idSchema).default([]),
  }),
  z.object({ type: z.literal('moved'), at: z.number() }),
  z.object({ type: z.literal('released') }),
])
export type ToDriver = z.infer<typeof toDriverSchema>
