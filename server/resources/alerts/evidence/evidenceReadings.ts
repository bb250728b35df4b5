import { evidenceAroundMs, maxEvidenceReadings } from '#contract/alerts/alertEvidence.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { inPortions } from '../../../db/inPortions.ts'
import type { EvidenceReading, ReadingSpan } from '../../../exports/evidence/facts.ts'
import { readingColumns, type ReadingRow, toReading, withSenders } from '../../herd/neckbands.ts'
import { visibleFarms } from '../../visibility.ts'

/** Rows held in memory at a time. */
const batchSize = 2000

/**
 * The stored readings around an alert: of its animal or neckband, else those its gateway heard, or those from its pen or farm.
 * Alerts about walls have no readings.
 */
export interface AlertReadings {
  portions: AsyncIterable<readonly EvidenceReading[]>
  /** Span and count of the readings; complete once they are read. */
  span(): ReadingSpan
}

/**
 * Reads the readings from an hour before the alert until an hour after its end, or until now. It is limited to farms the caller may see
 * and to the earliest `most` readings.
 * @param now herd time, epoch ms
 */
export function alertReadings(
  sql: Queries,
  caller: Caller,
  alert: Alert,
  now: number,
  maxReadings = maxEvidenceReadings,
): AlertReadings {
  const from = Math.min(Date.parse(alert.sinceAt), Date.parse(alert.raisedAt)) - evidenceAroundMs
  const overAt =
    alert.clearedAt === null
      ? null
      : Math.max(Date.parse(alert.clearedAt), Date.parse(alert.closedAt ?? alert.clearedAt))
  const to = overAt === null ? now : Math.min(overAt + evidenceAroundMs, now)
  const span: ReadingSpan = { from, to, rows: 0, isCut: false }

  async function* read(): AsyncGenerator<EvidenceReading[]> {
    const query = sql`
      select ${readingColumns(sql)}, n.device_id as "deviceId"
      from ${concerned(sql, caller, alert)} join neckbands n on n.id = r.neckband_id ${withSenders(sql)}
      where r.at >= ${from} and r.at <= ${to} order by r.at, r.neckband_id, r.gateway_id, r.discriminator limit ${maxReadings + 1}`
    for await (const rows of inPortions<ReadingRow & { deviceId: string }>(sql, query, batchSize)) {
      const left = maxReadings - span.rows
      if (rows.length > left) span.isCut = true
      const taken = rows.slice(0, left).map((row) => toReading(row))
      span.rows += taken.length
      const last = taken.at(-1)
      if (span.isCut && last) span.to = Date.parse(last.at)
      if (taken.length > 0) yield taken
    }
  }
  return { portions: read(), span: () => span }
}

/** Selects the readings `r` that an alert concerns, of animals while they stood on farms that the caller may see. */
function concerned(sql: Queries, caller: Caller, { subjectType, subjectId, animalId, farmId }: Alert): Fragment {
  const whose =
    animalId !== null
      ? sql`s0.animal_id = ${animalId}`
      : subjectType === 'PEN'
        ? sql`s0.farm_id = ${farmId} and s0.pen_id = ${subjectId}`
        : sql`s0.farm_id = ${farmId}`
  const which =
    animalId !== null
      ? sql``
      : subjectType === 'NECKBAND'
        ? sql`and r.neckband_id = ${subjectId}`
        : subjectType === 'GATEWAY'
          ? sql`and r.gateway_id = ${subjectId}`
          : subjectType === 'WALL'
            ? sql`and false`
            : sql``
  return sql`
    stays s0 join pairings p0 on p0.animal_id = s0.animal_id and s0.farm_id in (${visibleFarms(sql, caller)}) and ${whose}
    join readings r on r.neckband_id = p0.neckband_id and r.at >= greatest(s0.from_at, p0.from_at) and (s0.to_at is null or r.at < s0.to_at) and (p0.to_at is null or r.at < p0.to_at) ${which}`
}
