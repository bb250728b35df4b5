import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'

/**
 * The messages between the server's start command and a process that it starts to fill it (the demo's history, a
 * recording). That process uses the product's own calls and listeners; only the herd's clock is moved for it over this channel.
 * Instants are herd time, epoch ms.
 */

/** Messages of such a process. */
export const fromDriverSchema = z.discriminatedUnion('type', [
  /** A recording has been read: the clock is to be held at `from`; a `start` is waited for. */
  z.object({ type: z.literal('recording'), from: z.number(), to: z.number(), readings: z.number() }),
  /** Herd time is to be moved to `at`; nothing is sent before `moved` is answered. */
  z.object({ type: z.literal('moveTo'), at: z.number() }),
  /** Herd time is to run on by itself from where it is held; `released` is waited for. */
  z.object({ type: z.literal('release'), speed: z.number() }),
  /** The demo's records and history are in. */
  z.object({ type: z.literal('seeded'), farmIds: z.array(idSchema), readings: z.number() }),
  /** Everything of the recording was sent and acknowledged. */
  z.object({ type: z.literal('replayed'), farmId: idSchema, readings: z.number() }),
  /** It can't go on, and why: one line for the person who started it. The process ends after it. */
  z.object({ type: z.literal('failed'), message: z.string() }),
])
export type FromDriver = z.infer<typeof fromDriverSchema>

/** Messages to it. */
export const toDriverSchema = z.discriminatedUnion('type', [
  /** The clock is held; `borrowerOrgIds` are the organisations whose farms are made. */
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
