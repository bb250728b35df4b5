import { adminRoleOf, rolesOf } from '#contract/roles.ts'
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
  const isAdmin = ({ role, status, organisationKind }: User) => status === 'ACTIVE' && organisationKind !== null && adminRoleOf[organisationKind] === role
  /** @throws Refusal LAST_ADMIN where an organisation of some users would have no administrator once they are as they are to be */
  const requireAdmins = (next: readonly User[]) => {
    const then = users.all().map((user) => next.find(({ id }) => id === user.id) ?? user)
    for (const { organisationId } of users.all().filter((user) => isAdmin(user) && next.some(({ id }) => id === user.id))) {
      if (!then.some((user) => user.organisationId === organisationId && isAdmin(user))) throw new Refusal(409, 'LAST_ADMIN')
    }
  }

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
      if (before && version === undefined) throw new Refusal(400, 'BAD_SHAPE', { version: 'required' })
      const own = before ?? callerOf(caller)
      const organisationId = input.organisationId === undefined ? own.organisationId : input.organisationId
      const { role: callerRole, organisationId: callersId } = callerOf(caller)
      const mayName = callerRole === 'ADMIN_PLATFORM' || organisationId === callersId
      const organisation = organisations.all().find((row) => row.id === organisationId) ?? null
      if (!mayName || (organisationId !== null && !organisation)) throw new Refusal(400, 'BAD_SHAPE', { organisationId: 'unknown' })
      if (organisation && organisationId !== before?.organisationId && organisation.status !== 'ACTIVE') {
        throw new Refusal(400, 'BAD_SHAPE', { organisationId: 'not_active' })
      }
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
      if (before) {
        if (version === before.version) requireAdmins([{ ...before, ...changes }])
        return users.edit(before.id, changes, version)
      }
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
      const changed = [...new Set(ids)].map((id) => find(id, caller)).filter((user) => user.status !== status)
      if (changed.some((user) => user.status === 'PENDING_ACTIVATION')) throw new Refusal(409, 'CONFLICT', { ids: 'not_activated' })
      if (status === 'DISABLED' && changed.some(({ id }) => id === callerOf(caller).id)) throw new Refusal(400, 'BAD_SHAPE', { ids: 'oneself' })
      requireAdmins(changed.map((user) => ({ ...user, status })))
      for (const { id } of changed) users.edit(id, { status, updatedAt: now() })
      return { changed: changed.length }
    },
    resetPassword({ id }, caller) {
      const { status } = find(id, caller)
      if (id === callerOf(caller).id) throw new Refusal(400, 'BAD_SHAPE', { id: 'oneself' })
      if (status !== 'ACTIVE') throw new Refusal(409, 'CONFLICT', { id: 'not_active' })
      users.edit(id, { passwordSetAt: null, updatedAt: now() })
      return {}
    },
    endTwoFactor({ id }, caller) {
      const { twoFactor } = find(id, caller)
      if (id === callerOf(caller).id) throw new Refusal(400, 'BAD_SHAPE', { id: 'oneself' })
      if (!twoFactor) throw new Refusal(409, 'CONFLICT', { id: 'no_two_factor' })
      users.edit(id, { twoFactor: false, updatedAt: now() })
      return {}
    },
    colleagues(_input, caller) {
      const { organisationId } = callerOf(caller)
      const own = users.all().filter((user) => user.status === 'ACTIVE' && user.organisationId === organisationId)
      return { list: own.map(({ id, displayName, role }) => ({ id, displayName, role })) }
    },
  }
}
