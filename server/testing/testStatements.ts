import type { Sql, Transaction } from '../db/connect.ts'

/** A pool that counts what is made of it, statements and pieces of them: what a call costs, told by no clock. */
export function countStatements(pool: Sql): { sql: Sql; made(): number } {
  let made = 0
  const counted = <Q extends Sql | Transaction>(queries: Q): Q =>
    new Proxy(queries, {
      apply(target, self, words: unknown[]) {
        made++
        return Reflect.apply(target, self, words)
      },
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function' || (name !== 'begin' && name !== 'savepoint')) return value
        return (...words: unknown[]) => {
          const work = words.at(-1) as (inner: Transaction) => unknown
          return Reflect.apply(value, target, [...words.slice(0, -1), (inner: Transaction) => work(counted(inner))])
        }
      },
    })
  return { sql: counted(pool), made: () => made }
}
