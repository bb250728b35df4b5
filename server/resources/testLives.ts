import type { Role } from '#contract/people/roles.ts'
import type { Step } from './testAudit.ts'
import { nounTests } from './testNouns.ts'

interface Given {
  /** The id of what an earlier step added, by its name. */
  id: (name: string) => number
  /** Uploads a picture as somebody. @returns its id */
  picture: (by: string) => Promise<string>
  /** The user name of somebody in a role. */
  keeper: (role: Role) => string
}

/** Steps that the tests of described nouns are made of. */
export function livesOf({ id, picture, keeper }: Given) {
  const pictures = new Map<string, Promise<string>>()
  function testOf(noun: string) {
    const found = nounTests[noun]
    if (found === undefined) throw new Error(`there is no ${noun}`)
    return { ...found, by: keeper(found.role ?? 'SUPERVISOR_PM') }
  }

  /** The input of a save, with the ids of what it names, and a picture of its keeper's. */
  async function filled(noun: string, mark: string, as: string): Promise<object> {
    const { sample, of = {}, pictures: fields = [], by } = testOf(noun)
    const input: Record<string, unknown> = { ...sample(mark), ...Object.fromEntries(Object.entries(of).map(([field, other]) => [field, id(`${other} of ${as}`)])) }
    for (const field of fields) {
      if (!pictures.has(by)) pictures.set(by, picture(by))
      input[field] = await pictures.get(by)
    }
    return input
  }

  /** Adds a record of a described noun, and those that it names. */
  function adding(noun: string, as: string): Step[] {
    const { records, of = {}, by } = testOf(noun)
    const others = Object.values(of).flatMap((other) => adding(other, `${other} of ${as}`))
    return [...others, { call: `${noun}.addOrEdit`, by, input: () => filled(noun, 'new', as), notes: [`ADD ${records.noun}`], as }]
  }

  /** The life of a record of a described noun, from beginning to end. */
  function lifeOf(noun: string): Step[] {
    const { records, edit, by } = testOf(noun)
    const as = `lived ${noun}`
    const step = (name: string, action: string, input: Step['input'] = () => ({ id: id(as) })): Step => ({ call: `${noun}.${name}`, by, input, notes: [`${action} ${records.noun}`] })
    return [
      ...adding(noun, as),
      step('addOrEdit', 'EDIT', async () => ({ ...(await filled(noun, 'changed', as)), ...edit, id: id(as), version: 1 })),
      step('remove', 'REMOVE'),
      step('restore', 'RESTORE', () => ({ id: id(as), ...(noun === 'animals' && { reason: 'a mistake' }) })),
      step('remove', 'REMOVE'),
      step('purge', 'PURGE'),
    ]
  }

  return { adding, lifeOf }
}
