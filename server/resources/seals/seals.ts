import { erasureReasons, type Seal } from '#contract/projects/seals.ts'
import { toInstant } from '../../clock.ts'
import type { HandlersOf } from '../../handler.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { checkDay, type SealedDay } from './dayCheck.ts'
import { newestSeal } from './newestSeal.ts'

interface SealRow extends SealedDay, Pick<Seal, 'root'> {
  waitingSince: number | null
}

export const sealHandlers: HandlersOf<'seals'> = {
  async newest(_input, _caller, { sql }) {
    return { seal: await newestSeal(sql) }
  },
  async verified({ root }, { address }, { sql, auth }) {
    auth.count('seal', address)
    return inTransaction(sql, async (transaction) => {
      await transaction`set transaction isolation level repeatable read read only`
      const seal = first(
        await transaction<SealRow[]>`
          select s.root, s.day, s.sealed_at as "sealedAt", s.last_place as "lastPlace",
            coalesce((select max(b.last_place) from seals b where b.day < s.day), 0) as after,
            c.checked_at as "checkedAt", c.is_whole as "isWhole", c.broken_day as "brokenDay", (select min(queued_at) from seal_queue) as "waitingSince"
          from seals s left join seal_checks c on true where s.root = ${root}`,
      )
      const { erasedFor, ...found } = await checkDay(transaction, seal)
      return { ...toSeal(seal, erasedFor), ...found }
    })
  },
}

function toSeal(
  { root, day, sealedAt, checkedAt, isWhole, brokenDay, waitingSince }: SealRow,
  erasedFor: readonly string[],
): Omit<Seal, 'isIntact' | 'isCheckedNow'> {
  return {
    root,
    day,
    sealedAt: toInstant(sealedAt),
    erasedFor: erasureReasons.filter((reason) => erasedFor.includes(reason)),
    record: checkedAt === null ? null : { checkedAt: toInstant(checkedAt), isIntact: isWhole === true, brokenDay },
    waitingSince: waitingSince === null ? null : toInstant(waitingSince),
  }
}
