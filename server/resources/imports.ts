import type { ImportChange, ImportColumns, ImportedNoun, ImportFault } from '#contract/calls/imports.ts'
import { CallError } from '../callError.ts'
import type { HandlersOf } from '../handler.ts'
import type { Caller } from '../auth/sessions.ts'
import type { Queries } from '../db/connect.ts'
import type { Language } from '../languages.ts'
import { readTitleMap, saveTitleMap } from '../records/import/titleMap.ts'
import { titleOf } from '../records/import/titles.ts'
import { herdImports } from './herd/imports/herdImports.ts'
import { cancelImport, currentImport, findImport } from '../records/import/importRows.ts'
import { textIn, listOf, page } from '../records/page.ts'

export const importHandlers: HandlersOf<'imports'> = {
  current: (_input, caller, { sql }) => currentImport(sql, caller),

  async commit({ id, noun, leavesOutFaulty }, caller, { imports, sql }, { language }) {
    const one = await findImport(sql, caller, id)
    if (noun !== undefined && noun !== one.noun) throw new CallError('CONFLICT', { fields: { noun: 'not_of_kind' } })
    return imports.commit(caller, id, { leavesOutFaulty, language })
  },

  async cancel({ id }, caller, { sql }) {
    await findImport(sql, caller, id)
    await cancelImport(sql, id)
    return findImport(sql, caller, id)
  },

  columns: ({ noun }, caller, { sql }, { language }) => columnsOf(sql, caller, noun, language),

  async mapColumns({ noun, columns }, caller, { sql }, { language }) {
    const { columns: possible } = herdImports[noun]
    for (const [place, { field }] of columns.entries())
      if (field !== null && !possible.has(field))
        throw new CallError('BAD_SHAPE', { fields: { [`columns.${place}.field`]: 'unknown' } })
    await saveTitleMap(sql, caller, noun, columns)
    return columnsOf(sql, caller, noun, language)
  },
}

async function columnsOf(sql: Queries, caller: Caller, noun: ImportedNoun, language: Language): Promise<ImportColumns> {
  const imported = herdImports[noun]
  const mapped = await readTitleMap(sql, caller, noun)
  return {
    columns: [...imported.columns.keys()].map((field) => ({
      field,
      title: titleOf(imported, field, language),
      isRequired: imported.required.has(field),
    })),
    mapped: [...mapped].map(([title, field]) => ({ title, field })),
  }
}

export const importChangeHandlers: HandlersOf<'importChanges'> = {
  async list(input, caller, { sql }) {
    const { id } = await findImport(sql, caller, input.importId)
    const [rows, [count]] = await Promise.all([
      sql<ImportChange[]>`
        select c.id, c.sheet_row as row, c.title as column, c.before, c.after from import_changes c
        where c.import_id = ${id} ${page(sql, input, { id: 'c.id', row: 'c.sheet_row', column: 'c.title' }, { field: 'row', order: 'asc' })}`,
      sql<{ total: number }[]>`select count(*) as total from import_changes c where c.import_id = ${id}`,
    ])
    return listOf([...rows], count?.total ?? 0, input)
  },
}

export const importFaultHandlers: HandlersOf<'importFaults'> = {
  async list(input, caller, { sql }) {
    const { id } = await findImport(sql, caller, input.importId)
    const condition = sql`f.import_id = ${id} and ${textIn(sql, 'f.code', input.code)}`
    const [rows, [count]] = await Promise.all([
      sql<ImportFault[]>`
        select f.id, f.sheet_row as row, f.title as column, f.value, f.code, f.possible from import_faults f
        where ${condition} ${page(sql, input, { id: 'f.id', row: 'f.sheet_row', column: 'f.title', code: 'f.code' }, { field: 'row', order: 'asc' })}`,
      sql<{ total: number }[]>`select count(*) as total from import_faults f where ${condition}`,
    ])
    return listOf([...rows], count?.total ?? 0, input)
  },
}
