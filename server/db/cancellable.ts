import type { Sql, Transaction } from './connect.ts'

/** Interval at which a running query is checked for cancelling, ms. */
const cancelIntervalMs = 100

/** Wraps the pool for one call. When the signal aborts, running queries are cancelled, the transaction is rolled back and no new query starts. */
export function cancellable(pool: Sql, signal: AbortSignal): Sql {
  const sentQueries: object[] = []
  signal.addEventListener('abort', () => sentQueries.splice(0).forEach(cancel), { once: true })
  return watched(pool, signal, sentQueries)
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
 * Cancels a query once the database works on it, and repeats until it has ended.
 * The driver (postgres 3.4) must not cancel earlier: it mixes up the answers of a query that waits behind another, and loses the connection
 * opened for one. It also does not report a failed cancel request. Queries that were only built, such as fragments, are never sent.
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
    setTimeout(attempt, cancelIntervalMs).unref()
  }
  // A query that has already ended reports so first.
  setImmediate(attempt)
}
