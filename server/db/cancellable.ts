import type { Sql, Transaction } from './connect.ts'
import { isQuery, type Query } from './sql/query.ts'

/** Wraps the pool for one call. When the signal aborts, its queries are cancelled, its transaction is rolled back and no new query starts. */
export function cancellable(pool: Sql, signal: AbortSignal): Sql {
  const queries: Query<object[]>[] = []
  // Queries that have already ended settle first.
  signal.addEventListener('abort', () => setImmediate(() => queries.splice(0).forEach((query) => query.cancel())), {
    once: true,
  })
  return watched(pool, signal, queries)
}

function watched<Q extends Sql | Transaction>(tag: Q, signal: AbortSignal, queries: Query<object[]>[]): Q {
  const remember = (made: unknown): unknown => {
    if (isQuery(made)) queries.push(made)
    return made
  }
  return new Proxy(tag, {
    apply(target, self, words: unknown[]) {
      signal.throwIfAborted()
      return remember(Reflect.apply(target, self, words))
    },
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'unsafe')
        return (...words: unknown[]) => {
          signal.throwIfAborted()
          return remember(Reflect.apply(value, target, words))
        }
      if (name !== 'begin' && name !== 'savepoint') return value
      return (...words: unknown[]) => {
        const work = words.at(-1) as (inner: Transaction) => unknown
        const inner = (transaction: Transaction) => {
          signal.throwIfAborted()
          return work(watched(transaction, signal, queries))
        }
        return Reflect.apply(value, target, [...words.slice(0, -1), inner])
      }
    },
  })
}
