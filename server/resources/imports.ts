import type { ImportFault } from '#contract/calls/imports.ts'
import { CallError } from '../callError.ts'
import type { HandlersOf } from '../handler.ts'
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
