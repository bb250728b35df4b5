import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'

/** Oddities of a polygon that may be right: fences are not surveyed. */
export const polygonWarningKinds = ['OUTSIDE_FARM', 'OVERLAPS'] as const

export const polygonWarningsSchema = z.object({
  warnings: z.array(
    z.object({
      kind: z.enum(polygonWarningKinds),
      /** The pen that is left outside, or that the polygon reaches over; null: the polygon is the pen that was asked about. */
      penId: idSchema.nullable(),
      penName: z.string().nullable(),
      /** How far, in whole metres. */
      metres: z.number().int(),
    }),
  ),
})
export type PolygonWarnings = z.infer<typeof polygonWarningsSchema>
