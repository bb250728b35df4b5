import type { Rehearser } from '../rehearsal/rehearser.ts'
import type { World } from '../testing/testWorld.ts'
import type { Step } from './testAudit.ts'

/** A rehearser that starts nothing, so that waiting rehearsals stay waiting. */
export const stillRehearser: Rehearser = { begin: () => {}, cancel: () => {}, close: () => Promise.resolve() }

/** Cancels all rehearsals and adds a waiting one like the last, of any user by default. @returns its id */
export async function waitingRehearsal({ sql }: World, userName: string | null = null): Promise<number> {
  await sql`update rehearsals set state = 'CANCELLED'`
  const [made] = await sql<{ id: number }[]>`
    insert into rehearsals (user_id, organisation_id, kind, scope, scope_id, state, begun_at, touched_at)
    select user_id, organisation_id, kind, scope, scope_id, 'WAITING', begun_at, now() from rehearsals
    where ${userName}::text is null or user_id = (select id from users where user_name = ${userName}) order by id desc limit 1 returning id`
  return made?.id ?? 0
}

/** Returns steps that write audit entries about rehearsals. */
export const rehearsalSteps = (world: () => World, id: (name: string) => number): Step[] => [
  {
    call: 'rehearsals.begin',
    by: 'pm',
    notes: ['ADD rehearsal'],
    input() {
      world().context.rehearser = stillRehearser
      return { kind: 'LEFT_PEN', farmId: id('farms of policy') }
    },
  },
  {
    call: 'rehearsals.cancel',
    by: 'pm',
    input: async () => ({ id: await waitingRehearsal(world()) }),
    notes: ['EDIT rehearsal'],
  },
]
