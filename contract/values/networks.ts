import { z } from 'zod'

/** An address or a network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. The fault is `network`. */
export const networkSchema = z
  .string()
  .trim()
  .max(60)
  .refine(
    (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success),
    'network',
  )
