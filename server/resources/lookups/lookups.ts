import type { LookupKind, LookupNames } from '#contract/herd/lookups.ts'
import { CallError } from '../../callError.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { changeRecords } from '../../records/batch.ts'
import { describeRecords, type Ids, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { contains } from '../../records/page.ts'
import { orderOf } from './lookupRows.ts'

/** Whether an animal uses the entry `r`, including animals in the recycle bin. */
function isUsed(sql: Queries): Fragment {
  return sql`(exists (select from animals where category_id = r.id) or exists (select from animals where origin_id = r.id)
    or exists (select from animals where colour_id = r.id))`
}

export const lookups = describeRecords('lookups', {
  noun: 'lookup',
  table: 'lookups',
  fields: { isUsed },
  filters: {
    name: (sql, part) =>
      sql`exists (select from jsonb_each_text(r.names) as named (language, name) where ${contains(sql, sql`named.name`, part)})`,
  },
  visible: (sql) => sql`true`,
  unique: {
    lookups_code: 'names',
    lookups_zh_cn: 'names',
    lookups_zh_tw: 'names',
    lookups_en_us: 'names',
    lookups_pt_br: 'names',
  },
  inUse: isUsed,
  sort: { field: 'place', order: 'asc' },
  hooks: {
    async beforeSave({ sql, before, input: { kind, names } }) {
      if (before && before.kind !== kind) throw new CallError('BAD_SHAPE', { fields: { kind: 'fixed' } })
      if (before) return
      const place = sql`(select coalesce(max(place), 0) + 1 from lookups where kind = ${kind})`
      return { code: await freeCode(sql, kind, names), place }
    },
  },
})

/** Returns an unused code from the English name: `Red Angus` becomes `RED_ANGUS`. */
async function freeCode(sql: Queries, kind: LookupKind, names: LookupNames): Promise<string> {
  const plain = names['en-US'].normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const base = plain.replaceAll(/[^A-Z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'ENTRY'
  const rows = await sql<
    { code: string }[]
  >`select code from lookups where kind = ${kind} and starts_with(code, ${base})`
  const taken = new Set(rows.map(({ code }) => code))
  let code = base
  for (let serial = 2; taken.has(code); serial++) code = `${base}_${serial}`
  return code
}

/**
 * Describes a field with the id of a list entry. Retired entries can't be newly chosen; records that have one keep it, also when they
 * are restored.
 */
export function lookupField(column: string, kind: LookupKind) {
  const existingIds: Ids = (sql) => sql`select id from lookups where kind = ${kind} and deleted_at is null`
  return reference(column, (sql, caller) => sql`${existingIds(sql, caller)} and not is_retired`, existingIds)
}

export const lookupHandlers: HandlersOf<'lookups'> = {
  ...recordHandlers(lookups),

  async order({ kind, ids }, caller, context) {
    const before = await orderOf(context.sql, kind)
    const placeOf = new Map(ids.map((id, index) => [id, index + 1]))
    if (placeOf.size !== before.length || before.some(({ id }) => !placeOf.has(id))) throw new CallError('CONFLICT')
    const moved = before.filter(({ id, place }) => placeOf.get(id) !== place).map(({ id }) => id)
    if (moved.length === 0) return { changed: 0 }
    const changed = await changeRecords(context, lookups, caller, { ids: moved }, async ({ sql }) => {
      if (JSON.stringify(await orderOf(sql, kind)) !== JSON.stringify(before)) throw new CallError('CONFLICT')
      return ({ id }) => ({ place: placeOf.get(id) ?? 0 })
    })
    return { changed }
  },

  async unitNames(_input, _caller, { sql }, { language }) {
    return sql<{ id: number; code: string; name: string }[]>`
      select id, code, names ->> ${language} as name from lookups
      where kind = 'UNIT' and deleted_at is null and not is_retired order by place, id`
  },
}
