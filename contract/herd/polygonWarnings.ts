import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'

/** Possible mistakes in a polygon. They may be correct, since fences are not surveyed. */
export const polygonWarningKinds = [
  'OUTSIDE_FARM',
  'OVERLAPS',
  /** Its area is that of a county, not of a farm. */
  'LARGE',
  /** It lies at 0/0, in the sea. */
  'AT_ZERO',
  /** It crosses the 180th meridian, which no saved fence may. */
  'ANTIMERIDIAN',
  /** Its latitude and longitude are exchanged: that way it would lie in its farm. */
  'SWAPPED',
] as const

export const polygonWarningsSchema = z.object({
  warnings: z.array(
    z.object({
      kind: z.enum(polygonWarningKinds),
      /** The pen that lies outside, or that the polygon overlaps; null when the polygon is the checked pen itself. */
      penId: idSchema.nullable(),
      penName: z.string().nullable(),
      /** Distance in whole metres; 0 when the warning is about no distance. */
      metres: z.number().int(),
    }),
  ),
})
export type PolygonWarnings = z.infer<typeof polygonWarningsSchema>
