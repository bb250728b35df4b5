import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import { timeZoneSchema } from '../herd/farms.ts'
import { listShape } from './lists.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportContentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** A column of a file: which field, its title, and the reader's words for values that are codes (`ACTIVE`, `true`, `7`). */
export interface ExportColumn {
  field: string
  title: string
  words?: Record<string, string> | undefined
}

/** The input of an export beside the list's own filters and sort. */
export interface ExportRequest {
  format: ExportFormat
  columns: ExportColumn[]
  /** The zone that times are told in: cells have none themselves, the column's title has to say it. */
  timeZone: string
}

/**
 * The call beside a list call that answers its rows, all pages of them, as a file: `…/org/list` has `…/org/export`. Same
 * access, filters and sort; null for a call that is no list. The reply is no envelope but the file itself.
 */
export function exportOf(list: Endpoint): Endpoint<z.ZodObject, z.ZodString> | null {
  const shape = listShape(list)
  const [first, ...others] = shape?.fields.keys() ?? []
  if (shape === null || first === undefined) return null
  return endpoint({
    method: 'POST',
    path: `${list.path.replace(/\/list$/, '')}/export`,
    access: list.access,
    input: shape.input.omit({ current: true, pageSize: true }).extend({
      format: z.enum(exportFormats),
      columns: z
        .array(
          z.object({
            field: z.enum([first, ...others]),
            title: z.string().max(200),
            words: z.record(z.string().max(200), z.string().max(500)).optional(),
          }),
        )
        .min(1)
        .max(100),
      timeZone: timeZoneSchema.default('UTC'),
    }),
    reply: z.string(),
    summary: `All rows of the list that the filters leave, as CSV or XLSX, in one consistent picture. ${list.summary}`,
  })
}
