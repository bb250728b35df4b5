import { z } from 'zod'
import { alertEvidencePath, evidenceRoles } from '#contract/alerts/alertEvidence.ts'
import { endpoint, type Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { csvFeedOf } from '#contract/calls/feeds.ts'
import { documentPath } from '#contract/calls/documents.ts'
import { imagePath } from '#contract/calls/images.ts'
import { idInput } from '#contract/calls/records.ts'
import { listShape } from '#contract/calls/lists.ts'
import { dailyReportPath } from '#contract/projects/days/dailyReports.ts'
import { reportRoles } from '#contract/projects/projectRoles.ts'
import type { IdField } from './testIdFields.ts'

export interface Call {
  id: string
  noun: string
  call: Endpoint
}

/** The nouns in the order of their calls: ledger entries and drafts come last because they remove heads that other calls need. */
const nouns = Object.entries(endpoints).toSorted(
  ([one], [other]) => Number(one.startsWith('ledger')) - Number(other.startsWith('ledger')),
)

/** Every call of the product: the endpoint table, the export of each list, and the routes of files. */
export const calls: Call[] = [
  ...nouns.flatMap(([noun, table]) =>
    Object.entries(table).flatMap(([name, call]: [string, Endpoint]) => {
      const file = exportOf(call)
      const fileId = name === 'list' ? `${noun}.export` : `${noun}.${name}.export`
      const csv = csvFeedOf(call)
      return [
        { id: `${noun}.${name}`, noun, call },
        ...(file ? [{ id: fileId, noun, call: file }] : []),
        ...(csv ? [{ id: `${noun}.${name}.csv`, noun, call: csv }] : []),
      ]
    }),
  ),
  ...Object.entries({ images: imagePath, documents: documentPath }).map(([noun, path]) => ({
    id: `${noun}.detail`,
    noun,
    call: endpoint({
      method: 'GET',
      path,
      access: 'signedIn',
      input: z.object({ id: z.uuid() }),
      reply: z.unknown(),
      summary: '',
    }),
  })),
  {
    id: 'alerts.evidence',
    noun: 'alerts',
    call: endpoint({
      method: 'POST',
      path: alertEvidencePath,
      access: evidenceRoles,
      input: idInput,
      reply: z.unknown(),
      summary: '',
    }),
  },
  {
    id: 'dailyReports.pdf',
    noun: 'dailyReports',
    call: endpoint({
      method: 'POST',
      path: dailyReportPath,
      access: reportRoles,
      input: idInput,
      reply: z.unknown(),
      summary: '',
    }),
  },
]

/** Whether a call changes nothing. */
export const isRead = ({ id, call }: Call) =>
  call.method === 'GET' ||
  /\.(list|userRegistered|trash|export|find|summary|history|readings|pairings|stays|tags|timeline|check|choose|propose|day|moment|track|fixes|counts)$/.test(
    id,
  )

export function listShapeOf(noun: string) {
  const table = Object.entries(endpoints).find(([name]) => name === noun)?.[1] ?? {}
  const list = Object.entries(table).find(([name]) => name === 'list')?.[1] as Endpoint | undefined
  return list ? listShape(list) : null
}

const shapes = new WeakMap<Endpoint, { required: string[]; properties: string[] }>()
function shapeOf(call: Endpoint) {
  const { required = [], properties = {} } = shapes.has(call)
    ? {}
    : (z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as {
        required?: string[]
        properties?: object
      })
  const shape = shapes.get(call) ?? { required, properties: Object.keys(properties) }
  shapes.set(call, shape)
  return shape
}

/** Returns whether a call requires a field. */
export const needs = (call: Endpoint, field: string): boolean =>
  shapeOf(call).required.includes(field) || call.path.includes(`{${field}}`)

/** Returns whether a call answers as of a past moment. */
export const hasPast = (call: Endpoint): boolean => shapeOf(call).properties.includes('happened')

/** Returns 'kept' when a call about another tenant's record was refused, or answered with nothing where it only reads or marks; else the answer. */
export function verdictOn(
  { id, call, noun, field }: Call & { field: IdField },
  { status, body }: { status: number; body: string },
): string {
  if (status === 403 || status === 404) return 'kept'
  if (status === 200 && (isRead({ id, noun, call }) || id === 'notices.read')) return 'kept'
  // An input error counts as a refusal only when it names the field of this record.
  const parsed = z.object({ error: z.object({ fields: z.record(z.string(), z.string()) }) }).safeParse(JSON.parse(body))
  const names = Object.keys(parsed.data?.error.fields ?? {})
  return status === 400 && names.some((path) => path.split('.')[0] === field.path[0]) ? 'kept' : `${status} ${body}`
}
