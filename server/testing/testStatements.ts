import type { Sql, Transaction } from '../db/connect.ts'

/**
 * Wraps a pool to count its statements and pieces of them, which measures the cost of a call without a clock.
 * @param waitFor returns what a statement must wait for; null when it need not wait
 */
export function countStatements(
  pool: Sql,
  waitFor: (text: string) => Promise<void> | null = () => null,
): { sql: Sql; made(): number } {
  let made = 0
  const counted = <Q extends Sql | Transaction>(queries: Q): Q =>
    new Proxy(queries, {
      apply(target, self, words: unknown[]) {
        made++
        const wait = Array.isArray(words[0]) ? waitFor(words[0].join('?')) : null
        return wait ? wait.then(() => Reflect.apply(target, self, words)) : Reflect.apply(target, self, words)
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
