import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { Handler } from '../handler.ts'
import type { Noun, Records, RecordsOf } from './describe.ts'
import { listRecords, readHistory, readRecord } from './read.ts'
import { purgeRecord, removeRecord, restoreRecord } from './remove.ts'
import { saveRecord } from './write.ts'

type Calls = 'list' | 'detail' | 'addOrEdit' | 'remove' | 'trash' | 'restore' | 'purge' | 'history'
type Table<N extends Noun> = (typeof endpoints)[N]
type HandlersOf<N extends Noun> = {
  [C in keyof Table<N> & Calls]: Table<N>[C] extends Endpoint ? Handler<Table<N>[C]> : never
} & { [described]: Records }

/** Where the handlers of a noun keep the description that they were made from. */
const described = Symbol('described')

/** Returns the description from which the handlers of a noun were made; null for others. */
export function descriptionOf(handlers: { [described]?: Records }): Records | null {
  return handlers[described] ?? null
}

/** Returns the generic handlers of a noun, for those calls that its endpoint table has. */
export function recordHandlers<N extends Noun, Live>(records: RecordsOf<N, Live>): HandlersOf<N>
export function recordHandlers(records: Records): { [C in Calls]: Handler<Endpoint> } & { [described]: Records } {
  const idOf = (input: unknown) => (input as { id: number }).id
  return {
    [described]: records,
    list: (input, caller, context) => listRecords(context, records, caller, input as never),
    trash: (input, caller, context) => listRecords(context, records, caller, input as never, 'removed'),
    detail: (input, caller, context) => readRecord(context, records, caller, idOf(input)),
    history: (input, caller, context) => readHistory(context, records, caller, input as never),
    addOrEdit: (input, caller, context, call) => saveRecord(context, records, caller, input as never, call),
    restore: (input, caller, context) => restoreRecord(context, records, caller, input as never),
    async remove(input, caller, context) {
      await removeRecord(context, records, caller, idOf(input))
      return {}
    },
    async purge(input, caller, context) {
      await purgeRecord(context, records, caller, idOf(input))
      return {}
    },
  }
}
