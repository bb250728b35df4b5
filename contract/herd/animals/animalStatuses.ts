import { z } from 'zod'

/** Whether an animal is in the herd, and how it left it. */
export const animalStatuses = [
  'IN_HERD',
  'MISSING',
  'DEAD',
  'SOLD',
  'SLAUGHTERED',
  'STOLEN',
  'SUBSTITUTED',
  'RELEASED',
] as const
/** Those of animals that a pledge still holds: nobody released a missing one. */
export const pledgedStatuses = ['IN_HERD', 'MISSING'] as const satisfies readonly AnimalStatus[]
export type AnimalStatus = (typeof animalStatuses)[number]
export const animalStatusSchema = z.enum(animalStatuses)
