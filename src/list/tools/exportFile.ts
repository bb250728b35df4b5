import type { IntlShape } from 'react-intl'
import { type ExportColumn, exportContentTypes, type ExportFormat, exportOf } from '#contract/calls/exports.ts'
import { reporting } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { saveFile } from '../../api/files/saveFile.ts'
import { authHeaders, send } from '../../api/request.ts'
import type { RecordList, AnyColumn } from '../describe.ts'
import { viewerZone, zoneName } from '../instants.ts'
import type { Choice } from '../../api/references.ts'

interface ExportRequest {
  list: RecordList
  /** Filters and sort of the list. */
  query: Record<string, unknown>
  format: ExportFormat
  columns: readonly AnyColumn[]
  intl: IntlShape
  signal: AbortSignal
}

/** Returns the columns of a file with titles and values in the user's language. Titles of instants include the zone. */
async function exportColumns({ list, columns, intl, signal }: ExportRequest): Promise<ExportColumn[]> {
  // Values of several parts, such as a rule's parameters, are not exported.
  const exportable = columns.filter(({ field }) => list.shape.fields.has(field))
  const described = exportable.map(async (column) => {
    const title = intl.formatMessage({ id: column.titleId })
    const note = column.isInstant ? zoneName(intl.locale) : column.unit
    return {
      field: column.field,
      title: note === undefined ? title : intl.formatMessage({ id: 'join.note' }, { what: title, note }),
      // Ids whose names cannot be loaded are exported as numbers.
      ...(column.of
        ? namesAsWords(await column.of.all(signal).catch(() => []))
        : wordsOf(column, list.optionsOf(column), intl)),
    }
  })
  return Promise.all(described)
}

const namesAsWords = (choices: readonly Choice[]) => ({
  words: Object.fromEntries(choices.map(({ id, name }) => [String(id), name])),
})

function wordsOf(column: AnyColumn, options: readonly string[], intl: IntlShape): { words?: Record<string, string> } {
  const { words } = column
  if (words)
    return { words: Object.fromEntries(options.map((code) => [code, intl.formatMessage({ id: words(code) })])) }
  if (options.includes('true'))
    return { words: { true: intl.formatMessage({ id: 'list.yes' }), false: intl.formatMessage({ id: 'list.no' }) } }
  return {}
}

/**
 * Downloads all rows that match the filters as a file.
 * @throws CallError; ABORTED when the user cancelled, NO_ANSWER when the transfer broke off
 */
export async function exportFile(request: ExportRequest): Promise<void> {
  const { list, query, format, intl, signal } = request
  const endpoint = exportOf(list.endpoint)
  if (endpoint === null) throw new Error(`${list.endpoint.path} has no export`)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(String(query[name])),
  )
  const body = JSON.stringify({ ...query, format, columns: await exportColumns(request), timeZone: viewerZone() })
  const init = { method: 'POST', headers: { ...authHeaders(), 'content-type': 'application/json' }, body }
  const response = await reporting(send(path, init, { signal }).then((answer) => requireFile(answer, format)))
  const blob = await readAll(response, exportContentTypes[format])
  const day = new Intl.DateTimeFormat('sv-SE').format(Date.now())
  saveFile(blob, `${intl.formatMessage({ id: list.titleId })} ${day}.${format}`)
}

/** @throws CallError for a successful answer that is not the file, such as a proxy's own page */
function requireFile(response: Response, format: ExportFormat): Response {
  const [type = ''] = exportContentTypes[format].split(';')
  if (response.headers.get('content-type')?.startsWith(type)) return response
  const { status, statusText, url } = response
  throw new CallError(status, 'INTERNAL', '', {}, { url: new URL(url).pathname, statusText })
}

async function readAll(response: Response, type: string): Promise<Blob> {
  const pieces: BlobPart[] = []
  const reader = response.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) return new Blob(pieces, { type })
    pieces.push(piece.value)
  }
}
