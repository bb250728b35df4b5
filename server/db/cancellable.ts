import type { Sql, Transaction } from './connect.ts'

/** A query that is on its way to the database is looked at again after so long. */
const cancelEveryMs = 100

/**
 * The pool as one call uses it. When the signal aborts, what the database works on for the call is cancelled, its
 * transaction is rolled back, and it can ask nothing more.
 */
export function cancellable(pool: Sql, signal: AbortSignal): Sql {
  const asked: object[] = []
  signal.addEventListener('abort', () => asked.splice(0).forEach(cancel), { once: true })
  return watched(pool, signal, asked)
}

function watched<Q extends Sql | Transaction>(queries: Q, signal: AbortSignal, asked: object[]): Q {
  const keep = (made: unknown): unknown => {
    if (typeof made === 'object' && made !== null && 'canceller' in made) asked.push(made)
    return made
  }
  return new Proxy(queries, {
    apply(target, self, words: unknown[]) {
      signal.throwIfAborted()
      return keep(Reflect.apply(target, self, words))
    },
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'unsafe') return (...words: unknown[]) => keep(Reflect.apply(value, target, words))
      if (name !== 'begin' && name !== 'savepoint') return value
      return (...words: unknown[]) => {
        const work = words.at(-1) as (inner: Transaction) => unknown
        const inner = (transaction: Transaction) => {
          signal.throwIfAborted()
          return work(watched(transaction, signal, asked))
        }
        return Reflect.apply(value, target, [...words.slice(0, -1), inner])
      }
    },
  })
}

/**
 * Cancels a query as soon as the database works on it, until it has ended. Before that the driver (postgres 3.4) must not:
 * it mixes up the answers of one that waits behind another, and loses the connection that is opened for one. Nor does it let
 * anybody hear of a request to cancel that fails. What was only made, as fragments are, is never sent.
 */
function cancel(query: object): void {
  const canceller: unknown = Reflect.get(query, 'canceller')
  if (Reflect.get(query, 'executed') !== true || typeof canceller !== 'function') return
  let isOver = false
  const over = () => {
    isOver = true
  }
  Promise.resolve(query).then(over, over)
  const attempt = () => {
    if (isOver) return
    const isWorkedOn = Reflect.get(query, 'active') === true && Reflect.get(query, 'state') != null
    if (isWorkedOn) Promise.resolve(canceller(query)).catch(() => {})
    setTimeout(attempt, cancelEveryMs).unref()
  }
  // A query that has ended already reports so first.
  setImmediate(attempt)
}
