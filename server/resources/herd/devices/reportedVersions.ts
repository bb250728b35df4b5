import { nobody } from '../../../auth/sessions.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Versions } from '../../../db/readings/batch.ts'
import { auditAll, saved } from '../../../records/audit.ts'
import type { StoredRow } from '../../../records/describe.ts'
import { selectRecords } from '../../../records/select.ts'
import { changeAll, update } from '../../../records/write.ts'
import { neckbands } from '../neckbands.ts'

/** Interval between saves of reported versions, ms of machine time. A neckband reports them when it joins its network. */
export const reportedVersionsMs = 1_000

/** Collects the versions that neckbands report, and saves those that differ from their records. The change has no author. */
export class ReportedVersions {
  private readonly reported = new Map<number, Versions>()

  note(neckbandId: number, versions: Versions): void {
    const before = this.reported.get(neckbandId)
    this.reported.set(neckbandId, {
      firmware: versions.firmware ?? before?.firmware ?? null,
      hardware: versions.hardware ?? before?.hardware ?? null,
    })
  }

  async save(context: Context): Promise<void> {
    if (this.reported.size === 0) return
    const reported = new Map(this.reported)
    if ((await lockChanged(context.sql, reported)).length > 0) await updateVersions(context, reported)
    // A version reported during the save is kept for the next one.
    for (const [id, versions] of reported) if (this.reported.get(id) === versions) this.reported.delete(id)
  }
}

async function updateVersions(context: Context, reported: ReadonlyMap<number, Versions>): Promise<void> {
  await changeAll(context, neckbands, nobody, async ({ sql }) => {
    const ids = await lockChanged(sql, reported)
    const read = async () =>
      (await selectRecords(sql, neckbands, sql`r.id = any(${ids}::bigint[])`, {
        end: sql`order by r.id`,
      })) as StoredRow[]
    const before = await read()
    for (const { id } of before)
      await update(
        sql,
        neckbands,
        id,
        Object.fromEntries(Object.entries(reported.get(id) ?? {}).filter(([, version]) => version !== null)),
      )
    const after = await read()
    const pairs = before.map((record, place) => ({ before: record, after: after[place] ?? record }))
    await auditAll(
      sql,
      nobody,
      machineNow(),
      pairs.map(({ before: was, after: is }) => ({ ...saved(was, is), noun: neckbands.noun, nounId: was.id })),
    )
    return pairs
  })
}

/** Locks the neckbands whose records differ from the reported versions. @returns their ids */
async function lockChanged(sql: Queries, reported: ReadonlyMap<number, Versions>): Promise<number[]> {
  const versions = [...reported.values()]
  const rows = await sql<{ id: number }[]>`
    select n.id from neckbands n join unnest(${[...reported.keys()]}::bigint[], ${versions.map(({ firmware }) => firmware)}::text[], ${versions.map(({ hardware }) => hardware)}::text[])
      as s (id, firmware, hardware) on s.id = n.id
    where n.deleted_at is null and (coalesce(s.firmware, n.firmware) is distinct from n.firmware or coalesce(s.hardware, n.hardware) is distinct from n.hardware) order by n.id for no key update of n`
  return rows.map(({ id }) => id)
}
