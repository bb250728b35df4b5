import type { MessageId } from '../../locale/languages.ts'
import type { Values } from './normalize.ts'

/** A change beyond this factor is probably a misread separator. */
const maxFactor = 10

interface AmountField {
  labelId: MessageId
  isAmount?: boolean
}
/** A stored amount and the one that should replace it. */
export interface FarAmount {
  labelId: MessageId
  before: string
  after: string
}

/** Returns the amounts that change by more than tenfold. */
export function farAmounts(
  fields: readonly [name: string, field: AmountField][],
  stored: Values,
  next: Values,
): FarAmount[] {
  return fields.flatMap(([name, { labelId, isAmount }]) => {
    const [before, after] = [Number(stored[name] ?? 0), Number(next[name] ?? 0)]
    const isFar = isAmount && before > 0 && after > 0 && (after > before * maxFactor || after * maxFactor < before)
    return isFar ? [{ labelId, before: String(stored[name]), after: String(next[name]) }] : []
  })
}
