import { z } from 'zod'
import type { LongitudeLatitude } from '../values/geo.ts'
import { positionSchema } from '../values/geo.ts'
import { polygonInputSchema } from '../values/polygons.ts'

/** Top left, top right, bottom right, bottom left of a picture, WGS-84. */
export type Corners = [LongitudeLatitude, LongitudeLatitude, LongitudeLatitude, LongitudeLatitude]

const cornersSchema = z.tuple([positionSchema, positionSchema, positionSchema, positionSchema])

/** A picture of a farm's plan, placed on the ground by its corners. It is looked at, and never judged by. */
export const planImageSchema = z.object({ imageId: z.uuid(), corners: cornersSchema, opacity: z.number() })
export type PlanImage = z.infer<typeof planImageSchema>

/** The ring that goes around a picture. */
export const ringOf = (corners: Corners): LongitudeLatitude[] => [...corners, corners[0]]

/** The corners of a placed picture: its sides do not cross, and it covers some ground. */
export const planImageInputSchema = planImageSchema.extend({
  corners: cornersSchema.superRefine((corners, context) => {
    const { success, error } = polygonInputSchema.safeParse({ type: 'Polygon', coordinates: [ringOf(corners)] })
    if (!success) context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? 'no_area' })
  }),
  opacity: z.number().min(0.1).max(1),
})
