import { rolesOf } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'
import type { Answers, Caller } from './answer.ts'
import type { People } from './people.ts'
import { Refusal } from './refusal.ts'

export function userAnswers({ users, organisations, callerOf }: People): Answers['users'] {
  const isSeenBy = (caller: Caller | null) => {
    const { role, organisationId } = callerOf(caller)
    return (user: User) => role === 'ADMIN_PLATFORM' || user.organisationId === organisationId
  }
  const find = (id: number, caller: Caller | null) => {
    const user = users.find(id)
    if (!isSeenBy(caller)(user)) throw new Refusal(404, 'NOT_FOUND')
    return user
  }
  const now = () => new Date().toISOString()

  return {
    list({ name = '', ...input }, caller) {
      const isSeen = isSeenBy(caller)
      const isNamed = ({ userName, displayName, telephone, email }: User) =>
        [userName, displayName, telephone, email].some((text) => text?.toLowerCase().includes(name.toLowerCase()))
      return users.list(input, (user) => isSeen(user) && isNamed(user))
    },
    inOrganisation(_input, caller) {
      const { organisationId } = callerOf(caller)
      return { list: users.all().filter((user) => user.organisationId === organisationId) }
    },
    detail: ({ id }, caller) => find(id, caller),
    addOrEdit({ id, version, ...input }, caller) {
      const before = id === undefined ? undefined : find(id, caller)
      const own = before ?? callerOf(caller)
      const organisationId = input.organisationId === undefined ? own.organisationId : input.organisationId
      const organisation = organisationId === null ? null : organisations.find(organisationId)
      if (input.role !== null && !rolesOf(organisation?.role ?? null).includes(input.role)) {
        throw new Refusal(400, 'BAD_SHAPE', { role: 'not_of_kind' })
      }
      for (const field of ['userName', 'telephone', 'email'] as const) users.requireFree(field, input[field], id)
      const changes = {
        ...input,
        organisationId,
        organisationName: organisation?.name ?? null,
        organisationKind: organisation?.role ?? null,
        updatedAt: now(),
      }
      if (id !== undefined) return users.edit(id, changes, version)
      return users.add((newId) => ({
        ...changes,
        id: newId,
        status: 'ACTIVE',
        twoFactor: false,
        passwordSetAt: null,
        lastSeenAt: null,
        createdAt: changes.updatedAt,
        version: 1,
      }))
    },
    setStatus({ ids, status }, caller) {
      const changed = ids.filter((id) => find(id, caller).status !== status)
      if (status === 'DISABLED' && changed.includes(callerOf(caller).id)) throw new Refusal(400, 'BAD_SHAPE', { ids: 'oneself' })
      for (const id of changed) users.edit(id, { status, updatedAt: now() })
      return { changed: changed.length }
    },
    resetPassword({ id }, caller) {
      users.edit(find(id, caller).id, { passwordSetAt: null, updatedAt: now() })
      return {}
    },
    endTwoFactor({ id }, caller) {
      users.edit(find(id, caller).id, { twoFactor: false, updatedAt: now() })
      return {}
    },
    colleagues(_input, caller) {
      const { organisationId } = callerOf(caller)
      const own = users.all().filter((user) => user.status === 'ACTIVE' && user.organisationId === organisationId)
      return { list: own.map(({ id, displayName, role }) => ({ id, displayName, role })) }
    },
  }
}
