import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import { changeRecords } from '../../records/batch.ts'
import type { RecordsOf } from '../../records/describe.ts'
import { selectRecords, visibleTo } from '../../records/select.ts'

type Ordered = 'webBanners' | 'appBanners' | 'partnerships'

/**
 * Returns ids in a requested order. Ids that the request leaves out follow in their present order.
 * @throws CallError NOT_FOUND for an unknown id
 */
export function orderedIds(ids: readonly number[], requestedIds: readonly number[]): number[] {
  const presentIds = new Set(ids)
  if (requestedIds.some((id) => !presentIds.has(id))) throw new CallError('NOT_FOUND')
  const named = new Set(requestedIds)
  return [...named, ...ids.filter((id) => !named.has(id))]
}

/**
 * Sorts records into a requested order. Records that it leaves out follow in their present order.
 * @throws CallError NOT_FOUND for an unknown record; CONFLICT when the order has changed since it was read
 */
export async function orderRecords<N extends Ordered>(
  context: Context,
  records: RecordsOf<N>,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  const read = (sql: Context['sql'] | Parameters<typeof selectRecords>[0]) =>
    selectRecords(sql, records as RecordsOf<Ordered>, visibleTo(sql, records, caller), {
      end: sql`order by r.position, r.id`,
    })
  const before = await read(context.sql)
  const order = orderedIds(
    before.map(({ id }) => id),
    ids,
  )
  const positionOf = new Map(order.map((id, place) => [id, place + 1]))
  const moved = before.filter(({ id, position }) => positionOf.get(id) !== position).map(({ id }) => id)
  if (moved.length === 0) return
  const seen = JSON.stringify(before.map(({ id, position }) => [id, position]))
  await changeRecords(context, records as RecordsOf<Ordered>, caller, { ids: moved }, async ({ sql }) => {
    if (JSON.stringify((await read(sql)).map(({ id, position }) => [id, position])) !== seen)
      throw new CallError('CONFLICT')
    return ({ id }) => ({ position: positionOf.get(id) ?? 0 })
  })
}
