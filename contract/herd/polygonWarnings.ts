import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'

/** Possible mistakes in a polygon. They may be correct, since fences are not surveyed. */
export const polygonWarningKinds = ['OUTSIDE_FARM', 'OVERLAPS'] as const

export const polygonWarningsSchema = z.object({
  warnings: z.array(
    z.object({
      kind: z.enum(polygonWarningKinds),
      /** The pen that lies outside, or that the polygon overlaps; null when the polygon is the checked pen itself. */
      penId: idSchema.nullable(),
      penName: z.string().nullable(),
      /** Distance in whole metres. */
      metres: z.number().int(),
    }),
  ),
})
export type PolygonWarnings = z.infer<typeof polygonWarningsSchema>
