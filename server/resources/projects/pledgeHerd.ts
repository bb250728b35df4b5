import { nobody } from '../../auth/sessions.ts'
import type { Sql } from '../../db/connect.ts'
import { createEvents } from '../../events.ts'
import { postEntries } from './ledger.ts'

interface Price {
  unitPrice: string
  haircut: string
}

interface Terms {
  projectId: number
  farmIds: readonly number[]
  /** Prices by category code. */
  prices: Readonly<Record<string, Price>>
  /** Price of a category without one of its own. */
  defaultPrice: Price
  priceSource: string
  reason: string
  /** Herd time, epoch ms. */
  at: number
}

/** Pledges the present herd of some farms, one line for each category, and opens the project's ledger. For projects that are created as running. */
export async function pledgeHerd(
  sql: Sql,
  { projectId, farmIds, prices, defaultPrice, priceSource, reason, at }: Terms,
): Promise<void> {
  const herds = await sql<{ categoryId: number; code: string; animalIds: number[] }[]>`
    select a.category_id as "categoryId", c.code, array_agg(a.id order by a.id) as "animalIds" from animals a join lookups c on c.id = a.category_id
    where a.farm_id = any(${[...farmIds]}::bigint[]) and a.deleted_at is null and a.in_herd_to is null group by 1, 2 order by 1`
  await sql.begin(async (transaction) => {
    const posting = {
      sql: transaction,
      caller: nobody,
      context: { events: createEvents({ error() {} }) },
      now: at,
      afterCommit() {},
    }
    for (const { categoryId, code, animalIds } of herds) {
      const { unitPrice, haircut } = prices[code] ?? defaultPrice
      const [line] = await transaction<{ id: number }[]>`
        insert into collateral_lines (project_id, category_id, unit_id, quantity, unit_price, priced_on, price_source, haircut, status)
        values (${projectId}, ${categoryId}, (select min(id) from lookups where kind = 'UNIT'), ${animalIds.length}, ${unitPrice}::numeric,
          (${at}::timestamptz)::date, ${priceSource}, ${haircut}::numeric, 'ACTIVE') returning id`
      const lineId = line?.id ?? 0
      await transaction`
        insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at)
        select id, unit_price, priced_on, price_source, haircut, ${at} from collateral_lines where id = ${lineId}`
      const pledges = await transaction<{ id: number }[]>`
        insert into pledges (animal_id, project_id, line_id, claimed_at, pledged_at)
        select unnest(${animalIds}::bigint[]), ${projectId}, ${lineId}, ${at}, ${at} returning id`
      await postEntries(posting, [
        {
          projectId,
          lineId,
          kind: 'OPENING',
          pledgeIds: pledges.map(({ id }) => id),
          adds: true,
          reason,
          happenedAt: at,
        },
      ])
    }
  })
}
