import type { Sql, Transaction } from './connect.ts'

/** Returns a pool for handlers whose queries all run in one transaction; a nested `begin` becomes a savepoint. */
export function through(transaction: Transaction, pool: Sql): Sql {
  const begin = (...asked: unknown[]) => transaction.savepoint(asked.at(-1) as Parameters<Transaction['savepoint']>[0])
  return new Proxy(pool, {
    apply: (_pool, self, query: unknown[]) => Reflect.apply(transaction, self, query),
    get: (_pool, name) => (name === 'begin' ? begin : Reflect.get(name in transaction ? transaction : pool, name)),
  })
}
