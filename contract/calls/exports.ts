import { z } from 'zod'
import { endpoint, type Endpoint, maxLongBodyBytes } from './endpoint.ts'
import { timeZoneSchema } from '../herd/farms.ts'
import { listShape } from './lists.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportContentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** A column of an exported file. `words` translates coded values (`ACTIVE`, `true`, `7`) into the reader's language. */
export interface ExportColumn {
  field: string
  title: string
  words?: Record<string, string> | undefined
}

/** Input of an export in addition to the list's filters and sort. */
export interface ExportRequest {
  format: ExportFormat
  columns: ExportColumn[]
  /** Time zone of the exported times. Cells carry an offset only where a local time occurs twice, so the column title must name the zone. */
  timeZone: string
}

/** Maximum coded values of a column. */
const maxWords = 1000

/**
 * Returns the export call of a list call: `…/org/list` has `…/org/export`. It has the list's access, filters and sort, covers all pages, and replies
 * with the file itself instead of an envelope.
 * @returns null when the call is not a list
 */
export function exportOf(list: Endpoint): Endpoint<z.ZodObject, z.ZodString> | null {
  const shape = listShape(list)
  const [first, ...others] = shape?.fields.keys() ?? []
  if (shape === null || first === undefined) return null
  return endpoint({
    method: 'POST',
    onlyReads: true,
    ...(list.noun !== undefined && { noun: list.noun }),
    ...(list.isPersonal === true && { isPersonal: true }),
    path: `${list.path.replace(/\/list$/, '')}/export`,
    access: list.access,
    input: shape.input.omit({ current: true, pageSize: true }).extend({
      format: z.enum(exportFormats),
      columns: z
        .array(
          z.object({
            field: z.enum([first, ...others]),
            title: z.string().max(200),
            words: z.record(z.string().max(200), z.string().max(500)).meta({ maxProperties: maxWords }).optional(),
          }),
        )
        .min(1)
        .max(100),
      timeZone: timeZoneSchema.default('UTC'),
    }),
    reply: z.string(),
    maxBytes: maxLongBodyBytes,
    summary: `All rows of the list that the filters leave, as CSV or XLSX, in one consistent picture. ${list.summary}`,
  })
}
