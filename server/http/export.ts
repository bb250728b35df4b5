import { finished } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { type ExportRequest, exportContentTypes, exportOf } from '#contract/calls/exports.ts'
import { listShape } from '#contract/calls/lists.ts'
import type { Context } from '../context.ts'
import { through } from '../db/through.ts'
import { withFrozenHeads } from '../herd/herdView.ts'
import { cellsOf } from '../exports/cells.ts'
import { csvWriter } from '../exports/csv.ts'
import type { TableWriter } from '../exports/writer.ts'
import { xlsxWriter } from '../exports/xlsx.ts'
import { exportedSheetName } from '../spreadsheetText.ts'
import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { machineSpan } from '../clock.ts'
import { Slots } from './costly/slots.ts'
import { ofIssues } from './errors.ts'
import type { AnyHandler, CallInfo } from '../handler.ts'
import { parseInput } from '../inputBounds.ts'
import { answerWithinMs, within } from './within.ts'

/** Creates the slots of all exports. */
export const createExportSlots = (): Slots => new Slots(exportLimits)

/** Rows per query. */
const pageSize = 1000
/**
 * Concurrent exports. Each occupies a connection until it is read, and a user has at most one. A reader that takes no data for 5 s gives way when others
 * wait.
 */
const exportLimits = { inAll: 3, perOrganisation: 3, maxWaitMs: 10_000, patienceMs: 5000 }
/** A reader that takes no data for this long has gone, ms. */
const maxStallMs = 60_000
/** Maximum duration, ms, since the database must preserve the transaction's snapshot. */
const maxDurationMs = 15 * 60_000

interface ExportCall {
  caller: Caller
  /** Authenticates the caller again. @throws CallError when they may no longer make this call */
  admit: () => Promise<Caller>
  context: Context
  info: CallInfo
  reply: FastifyReply
}

/**
 * Returns the handler that exports a list's rows as a file (see `exportOf`); null when the call is not a list.
 * It calls the list's own handler page by page in one repeatable-read transaction, with the live heads frozen at the start.
 * So the file is one snapshot, with exactly the rows that the caller may see.
 * The first page is read before the headers are sent, so a refusal looks like that of any call. Each later page checks the caller again:
 * the file breaks off when their session ends, or when their role or organisation changes.
 * @param slots slots of all exports
 */
export function exportHandler(list: Endpoint, handler: AnyHandler, slots: Slots) {
  const endpoint = exportOf(list)
  const shape = listShape(list)
  if (endpoint === null || shape === null) return null
  const { fields } = shape

  return {
    endpoint,
    async answer(
      input: Record<string, unknown>,
      { caller, admit, context, info, reply }: ExportCall,
    ): Promise<FastifyReply> {
      const parsed = parseInput(endpoint.input, input)
      if (!parsed.success) throw ofIssues(parsed.issues, input)
      const { format, columns, timeZone, ...query } = parsed.data as ExportRequest & Record<string, unknown>
      const end = new AbortController()
      reply.raw.once('close', () => end.abort())
      const giveWay = () => end.abort(new Error('others wait, and nobody reads the export'))
      const slot = await slots.take(caller, giveWay, end.signal)

      const { userId, userName } = caller
      context.securityLog.note({
        kind: 'EXPORT',
        userId,
        userName,
        address: info.address,
        agent: info.agent,
        what: `${format} ${endpoint.path}`,
      })
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(maxDurationMs)])
      const begun = Promise.withResolvers<TableWriter>()
      const toCells = cellsOf(columns, fields, info.language)
      const titles = columns.map(({ title }) => title)
      const begin = (total: number): TableWriter => {
        const writer =
          format === 'csv'
            ? csvWriter({ titles, timeZone, signal })
            : xlsxWriter({ titles, total, timeZone, signal, sheetName: exportedSheetName })
        begun.resolve(writer)
        return writer
      }

      const work = context.sql.begin('isolation level repeatable read read only', async (transaction) => {
        const onePicture = { ...context, sql: through(transaction, context.sql), herd: withFrozenHeads(context.herd) }
        let writer: TableWriter | undefined
        for (let current = 1, written = 0; ; current++) {
          if (current > 1) requireSame(caller, await within(answerWithinMs, admit()))
          const page = await within(
            answerWithinMs,
            handler({ ...query, current, pageSize } as never, caller, onePicture, info),
          )
          const { list: rows, total } = z.parse(list.reply, page) as { list: object[]; total: number }
          writer ??= begin(total)
          slot.stalledSince = machineSpan()
          await unlessStalled(writer.write(rows.map(toCells)), end)
          slot.stalledSince = null
          written += rows.length
          if (rows.length < pageSize || written >= total) return
          await setImmediate()
          signal.throwIfAborted()
        }
      })

      void work
        .then(async () => (await begun.promise).end())
        .catch(async (error: unknown) => {
          begun.reject(error)
          const broken = await begun.promise.catch(() => null)
          broken?.fail(error instanceof Error ? error : new Error('the export broke off'))
          if (broken && !end.signal.aborted)
            context.log.warn({ err: error, path: endpoint.path }, 'an export broke off')
        })
        .finally(() => slot.end())

      const { stream } = await begun.promise
      finished(stream, () => end.abort())
      const name = endpoint.path.split('/').at(-2) ?? 'export'
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="${name}.${format}"`)
        .type(exportContentTypes[format])
        .send(stream)
    },
  }
}

/** @throws CallError when the caller would now see other rows */
function requireSame(before: Caller, now: Caller): void {
  if (now.role !== before.role || now.organisationId !== before.organisationId) throw new CallError('NOT_ALLOWED')
}

async function unlessStalled(writing: Promise<void>, end: AbortController): Promise<void> {
  const timer = setTimeout(() => end.abort(new Error('nobody reads the export')), maxStallMs)
  try {
    await writing
  } finally {
    clearTimeout(timer)
  }
}
