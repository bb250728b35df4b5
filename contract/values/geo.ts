import { z } from 'zod'

/** WGS-84 degrees, longitude first. */
export type LongitudeLatitude = [longitude: number, latitude: number]

export const positionSchema = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

/** GeoJSON Polygon in WGS-84: each ring is closed and at least a triangle. */
export const polygonSchema = z.object({
  type: z.literal('Polygon'),
  coordinates: z
    .array(
      z
        .array(positionSchema)
        .max(2000)
        .refine((ring) => ring.length >= 4, 'too_few_corners')
        .refine((ring) => {
          const [first, last] = [ring[0], ring.at(-1)]
          return first?.[0] === last?.[0] && first?.[1] === last?.[1]
        }, 'not_closed'),
    )
    .min(1)
    .max(20)
    // 2,000 corners of two numbers; a few more get the words of `polygonInputSchema`.
    .meta({ maxValues: 8000 }),
})
export type Polygon = z.infer<typeof polygonSchema>

/** Features of a farm other than pens. They are drawn below the herd; no rule uses them. */
export const planFeatureKinds = ['water', 'stream', 'track', 'building', 'feed'] as const
export const planSchema = z.array(
  z.object({
    kind: z.enum(planFeatureKinds),
    name: z.string().max(100).optional(),
    geometry: z.discriminatedUnion('type', [
      polygonSchema,
      z.object({ type: z.literal('LineString'), coordinates: z.array(positionSchema).min(2).max(2000) }),
      z.object({ type: z.literal('Point'), coordinates: positionSchema }),
    ]),
  }),
)
/** A plan in requests. */
export const planInputSchema = planSchema.max(500).meta({ maxValues: 8000 })
export type Plan = z.infer<typeof planSchema>

/** Metres in one degree of latitude; for longitude, multiply by the cosine of the latitude. */
export const metresPerDegree = 111_320
