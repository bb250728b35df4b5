import { z } from 'zod'
import type { LongitudeLatitude } from '../values/geo.ts'
import { positionSchema } from '../values/geo.ts'
import { polygonInputSchema } from '../values/polygons.ts'

/** Corners of an image in WGS-84: top left, top right, bottom right, bottom left. */
export type Corners = [LongitudeLatitude, LongitudeLatitude, LongitudeLatitude, LongitudeLatitude]

const cornersSchema = z.tuple([positionSchema, positionSchema, positionSchema, positionSchema])

/** An image of a farm's plan, placed on the ground by its corners. It is only displayed; no rule uses it. */
export const planImageSchema = z.object({ imageId: z.uuid(), corners: cornersSchema, opacity: z.number() })
export type PlanImage = z.infer<typeof planImageSchema>

/** Returns the closed ring around an image. */
export const ringOf = (corners: Corners): LongitudeLatitude[] => [...corners, corners[0]]

/** A placed image whose sides do not cross and that covers some area. */
export const planImageInputSchema = planImageSchema.extend({
  corners: cornersSchema.superRefine((corners, context) => {
    const { success, error } = polygonInputSchema.safeParse({ type: 'Polygon', coordinates: [ringOf(corners)] })
    if (!success) context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? 'no_area' })
  }),
  opacity: z.number().min(0.1).max(1),
})
