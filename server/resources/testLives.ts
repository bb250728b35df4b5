import type { Role } from '#contract/people/roles.ts'
import type { Step } from './testAudit.ts'
import { nounTests } from './testNouns.ts'

interface Given {
  /** Returns the id of a record added by an earlier step, by its name. */
  id: (name: string) => number
  /** Uploads a picture as a user. @returns its id */
  picture: (by: string) => Promise<string>
  /** Returns the user name of a user in a role. */
  authorOf: (role: Role) => string
}

/** Builds the steps for tests of described nouns. */
export function livesOf({ id, picture, authorOf }: Given) {
  const pictures = new Map<string, Promise<string>>()
  function testOf(noun: string) {
    const found = nounTests[noun]
    if (found === undefined) throw new Error(`there is no ${noun}`)
    return { ...found, by: authorOf(found.role ?? 'SUPERVISOR_PM') }
  }

  /** Returns the input of a save, with the ids it refers to and pictures of its author. */
  async function filled(noun: string, mark: string, as: string): Promise<object> {
    const { sample, of, pictures: fields, by } = testOf(noun)
    const input: Record<string, unknown> = {
      ...sample(mark),
      ...Object.fromEntries(Object.entries(of).map(([field, other]) => [field, id(`${other} of ${as}`)])),
    }
    for (const field of fields) {
      if (!pictures.has(by)) pictures.set(by, picture(by))
      input[field] = await pictures.get(by)
    }
    return input
  }

  /** Returns the steps that add a record of a described noun, and the records it refers to. */
  function adding(noun: string, as: string): Step[] {
    const { records, of, by } = testOf(noun)
    const others = Object.values(of).flatMap((other) => adding(other, `${other} of ${as}`))
    return [
      ...others,
      { call: `${noun}.addOrEdit`, by, input: () => filled(noun, 'new', as), notes: [`ADD ${records.noun}`], as },
    ]
  }

  /** Returns the steps of a record's life, from adding to purging. */
  function lifeOf(noun: string): Step[] {
    const { records, edit, by } = testOf(noun)
    const as = `lived ${noun}`
    const step = (name: string, action: string, input: Step['input'] = () => ({ id: id(as) })): Step => ({
      call: `${noun}.${name}`,
      by,
      input,
      notes: [`${action} ${records.noun}`],
    })
    return [
      ...adding(noun, as),
      step('addOrEdit', 'EDIT', async () => ({
        ...(await filled(noun, 'changed', as)),
        ...edit,
        id: id(as),
        version: 1,
      })),
      step('remove', 'REMOVE'),
      step('restore', 'RESTORE', () => ({ id: id(as), ...(noun === 'animals' && { reason: 'a mistake' }) })),
      step('remove', 'REMOVE'),
      step('purge', 'PURGE'),
    ]
  }

  return { adding, lifeOf }
}
