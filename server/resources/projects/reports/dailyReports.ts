import type { HandlersOf } from '../../../handler.ts'
import { listOf } from '../../../records/page.ts'
import { readReports } from './reportDays.ts'

export const dailyReportHandlers: HandlersOf<'dailyReports'> = {
  async list(input, caller, { sql, clock }) {
    const { list, total } = await readReports(sql, caller, input, clock.now())
    return listOf(list, total, input)
  },
}
