import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Import, ImportedNoun, ImportFailure } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Clock } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import { codeOf } from '../../errorCode.ts'
import type { Events } from '../../events.ts'
import { onDisk } from '../../files/onDisk.ts'
import type { SheetReader } from '../../imports/sheetReader.ts'
import type { Language } from '../../languages.ts'
import { checkSheet } from './checkSheet.ts'
import type { Imported } from './describe.ts'
import type { Importer } from './importing.ts'
import { addFaults, beginImport, findImport, ImportEnded, noteProgress, unstageRows } from './importRows.ts'
import { findTakenStagedRows } from './taken.ts'
import { titleOf } from './titles.ts'
import { NoLongerAllowed, RowRefused, writeRows } from './writeRows.ts'

interface ImporterParts {
  /** Its own pool, because imports take longer than calls may. */
  sql: Sql
  reader: SheetReader
  events: Events
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
  nouns: Record<ImportedNoun, Imported>
  /** What a noun's own save needs; the importer uses its own connections. */
  context: () => Context
}

const maxWaiting = 10
/** Maximum time that a commit call waits for the result, ms; then it returns the progress. */
const answerTimeoutMs = 2000
/** Interval at which a waiting import is marked as alive, ms. */
const touchIntervalMs = 10_000

export function createImporter({ sql, reader, events, clock, log, nouns, context }: ImporterParts): Importer {
  const ending = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  /** Runs work after all earlier work; a failure is logged and stored. */
  function inTurn(id: number, from: 'READING' | 'WRITING', work: () => Promise<void>): Promise<void> {
    waiting++
    const touchTimer = setInterval(() => void noteProgress(sql, id, { from }).catch(() => {}), touchIntervalMs)
    const mine = last
      .then(work)
      .catch(async (error: unknown) => {
        if (error instanceof ImportEnded && !ending.signal.aborted) return
        if (!(error instanceof ImportEnded)) log.error({ err: error, importId: id }, 'an import failed')
        await fail(id, from, 'BROKEN_OFF').catch(() => {})
      })
      .finally(() => {
        waiting--
        clearInterval(touchTimer)
      })
    last = mine
    return mine
  }
  const fail = (id: number, from: 'READING' | 'WRITING', failure: ImportFailure, titles: string[] = []) =>
    noteProgress(sql, id, { from, state: 'FAILED', failure, titles })

  async function write(one: Import, caller: Caller, language: Language): Promise<void> {
    const imported = nouns[one.noun]
    try {
      const farmIds = await writeRows(sql, one, {
        imported,
        context: { sql, events, log },
        wholeContext: context,
        caller,
        language,
        now: clock.now(),
        signal: ending.signal,
      })
      events.emit('recordsChanged', { noun: one.noun, farmIds })
    } catch (error) {
      if (error instanceof NoLongerAllowed) return fail(one.id, 'WRITING', 'NOT_ALLOWED')
      if (error instanceof RowRefused) return refuse(one, imported, language, error)
      if (codeOf(error) !== '23505') throw error
      await findTaken(one, imported, caller, language)
    }
  }

  /** Marks a row as faulty whose record has changed since the sheet was checked. */
  async function refuse(one: Import, imported: Imported, language: Language, refused: RowRefused): Promise<void> {
    const { row, refusal } = refused
    const fault = {
      row,
      title: titleOf(imported, refusal.field, language),
      value: null,
      code: refusal.code,
      possible: [],
    }
    await addFaults(sql, one.id, [fault])
    await unstageRows(sql, one.id, [row])
    await noteProgress(sql, one.id, {
      from: 'WRITING',
      state: 'CHECKED',
      done: 0,
      sound: one.sound - 1,
      faulty: one.faulty + 1,
    })
  }

  /** Marks the rows as faulty whose unique values were taken since the sheet was checked. */
  async function findTaken(
    { id, sound, faulty }: Import,
    imported: Imported,
    caller: Caller,
    language: Language,
  ): Promise<void> {
    const taken = await findTakenStagedRows(sql, imported, caller, id)
    const rows = [...new Set(taken.map(({ row }) => row))]
    await addFaults(
      sql,
      id,
      taken.map(({ row, field, code }) => ({
        row,
        title: titleOf(imported, field, language),
        value: null,
        code,
        possible: [],
      })),
    )
    await unstageRows(sql, id, rows)
    await noteProgress(sql, id, {
      from: 'WRITING',
      state: 'CHECKED',
      done: 0,
      sound: sound - rows.length,
      faulty: faulty + rows.length,
    })
  }

  return {
    async begin(caller, { noun, fileName, language, path }) {
      if (waiting >= maxWaiting) throw new CallError('BUSY', { retryAfterSeconds: 10 })
      const folder = join(dirname(dirname(path)), randomUUID())
      const remove = () =>
        rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
          log.warn({ err: error }, 'a sheet could not be removed'),
        )
      try {
        await onDisk(
          log,
          mkdir(folder).then(() => rename(path, join(folder, 'sheet'))),
        )
        const begun = await beginImport(sql, caller, noun, fileName)
        const check = {
          sql,
          reader,
          importId: begun.id,
          imported: nouns[noun],
          folder,
          fileName,
          context,
          caller,
          language,
          signal: ending.signal,
          now: clock.now(),
        }
        void inTurn(begun.id, 'READING', () => checkSheet(check)).finally(remove)
        return begun
      } catch (error) {
        await remove()
        throw error
      }
    },
    async commit(caller, id, { leavesOutFaulty, language }) {
      const one = await findImport(sql, caller, id)
      if (one.state !== 'CHECKED' || one.sound === 0) throw new CallError('NOT_OPEN')
      if (one.faulty > 0 && !leavesOutFaulty)
        throw new CallError('CONFLICT', { fields: { leavesOutFaulty: 'required' } })
      await noteProgress(sql, id, { from: 'CHECKED', state: 'WRITING', done: 0 }).catch((error: unknown) => {
        throw error instanceof ImportEnded ? new CallError('NOT_OPEN', { cause: error }) : error
      })
      const written = inTurn(id, 'WRITING', () => write(one, caller, language))
      await Promise.race([written, new Promise((resolve) => setTimeout(resolve, answerTimeoutMs).unref())])
      return findImport(sql, caller, id)
    },
    async close() {
      ending.abort()
      await last
    },
  }
}
