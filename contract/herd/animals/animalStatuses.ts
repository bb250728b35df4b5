import { z } from 'zod'

/** Whether an animal is in the herd, and how it left. */
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
/** Statuses in which a pledge remains valid. A missing animal stays pledged. */
export const pledgedStatuses = ['IN_HERD', 'MISSING'] as const satisfies readonly AnimalStatus[]
export type AnimalStatus = (typeof animalStatuses)[number]
export const animalStatusSchema = z.enum(animalStatuses)
