import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { archivePath, isArchive } from '../../../files/mapArchives.ts'
import type { HandlersOf } from '../../../handler.ts'
import { type Columns, describeRecords } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { selectRecords } from '../../../records/select.ts'
import type { Settings } from '../../../settings.ts'
import { type BaseMapChoice, baseMapOf, choiceOf } from './baseMap.ts'

/** Values of fields that a save leaves out: nothing of the earlier choice remains. */
const defaultColumns = {
  fileName: { file_name: null },
  address: { address: null },
  origins: { origins: null },
  tiandituKey: { tianditu_key: null },
  datum: { datum: 'WGS-84' },
  attribution: { attribution: null },
}

/** The platform's choice of a base map: a single record that always exists. */
export const baseMaps = describeRecords('baseMap', {
  noun: 'baseMap',
  table: 'base_maps',
  visible: (sql) => sql`true`,
  same: (sql) => sql`r.id = 1`,
  live: {
    fields: ['inForce'],
    read: async ({ settings }, rows) =>
      rows.map((row) => ({ ...row, inForce: row.kind === 'ENVIRONMENT' ? choiceOf(settings).kind : row.kind })),
  },
  hooks: {
    async beforeSave({ context: { settings }, input }) {
      const { kind, fileName } = input
      if (kind === 'FILE' && fileName != null) {
        const isThere = await isArchive(archivePath(settings.DATA_DIR, fileName)).catch(() => false)
        if (!isThere) throw new CallError('BAD_SHAPE', { fields: { fileName: 'no_archive' } })
      }
      const left = Object.entries(defaultColumns).filter(([field]) => Reflect.get(input, field) === undefined)
      return Object.assign({}, ...left.map(([, columns]) => columns)) as Columns
    },
  },
})

/** Reads the effective base map: the platform's choice, or the server's environment. */
export async function readChoice(sql: Queries, settings: Settings): Promise<BaseMapChoice> {
  const [row] = await selectRecords(sql, baseMaps, sql`true`, {})
  return row === undefined || row.kind === 'ENVIRONMENT' ? choiceOf(settings) : { ...row, kind: row.kind }
}

/**
 * Derives a value from the effective base map, and again after each change of it. A read after a save has been answered returns
 * the value of that save. When the choice can't be read, the last value is returned until it can.
 */
export async function followBaseMap<T>(
  { sql, settings, events }: Pick<Context, 'sql' | 'settings' | 'events'>,
  make: (choice: BaseMapChoice) => T,
): Promise<() => Promise<T>> {
  let last = make(await readChoice(sql, settings))
  let current: Promise<T> | null = Promise.resolve(last)
  const read = async () => {
    try {
      last = make(await readChoice(sql, settings))
    } catch {
      current = null
    }
    return last
  }
  events.on('recordsChanged', ({ noun }) => {
    if (noun === 'baseMap') current = null
  })
  return () => (current ??= read())
}

export const baseMapHandlers: HandlersOf<'baseMap'> = {
  ...recordHandlers(baseMaps),
  shown: async (_input, _caller, { sql, settings }) => ({ baseMap: baseMapOf(await readChoice(sql, settings)) }),
}
