import type { Sql, Transaction } from '../db/connect.ts'

/**
 * A pool that counts what is made of it, statements and pieces of them: what a call costs, told by no clock.
 * @param heldBy what a statement has to wait for before it is made; null: nothing
 */
export function countStatements(pool: Sql, heldBy: (text: string) => Promise<void> | null = () => null): { sql: Sql; made(): number } {
  let made = 0
  const counted = <Q extends Sql | Transaction>(queries: Q): Q =>
    new Proxy(queries, {
      apply(target, self, words: unknown[]) {
        made++
        const held = Array.isArray(words[0]) ? heldBy(words[0].join('?')) : null
        return held ? held.then(() => Reflect.apply(target, self, words)) : Reflect.apply(target, self, words)
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
