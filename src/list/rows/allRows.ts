import { reporting } from '../../api/call.ts'
import { request } from '../../api/request.ts'
import type { RecordList, Row } from '../describe.ts'

const pageSize = 1000
/** Maximum rows per bulk action. */
export const maxSelected = 10_000

/** Loads all rows that match the filters, up to that maximum, page by page. @throws CallError, reported to the user */
export async function allRows({ endpoint }: RecordList, query: Record<string, unknown>): Promise<Row[]> {
  const rows: Row[] = []
  for (let current = 1; rows.length < maxSelected; current++) {
    const { list, total } = await reporting(request(endpoint, { ...query, current, pageSize }))
    rows.push(...list)
    if (list.length < pageSize || rows.length >= total) break
  }
  return rows.slice(0, maxSelected)
}
