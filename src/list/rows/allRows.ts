import { reporting } from '../../api/call.ts'
import { request } from '../../api/request.ts'
import type { RecordList, Row } from '../describe.ts'

const pageSize = 1000
/** More than so many are not done anything with at once. */
export const mostSelected = 10_000

/** Every row that the filters leave, by the list's own call, page by page. @throws CallError, of which the person has been told */
export async function allRows({ endpoint }: RecordList, query: Record<string, unknown>): Promise<Row[]> {
  const rows: Row[] = []
  for (let current = 1; rows.length < mostSelected; current++) {
    const { list, total } = await reporting(request(endpoint, { ...query, current, pageSize }))
    rows.push(...list)
    if (list.length < pageSize || rows.length >= total) break
  }
  return rows.slice(0, mostSelected)
}
