import type { Answers } from './answer.ts'
import type { People } from './people.ts'
import { Refusal } from './refusal.ts'

export function organisationAnswers({ organisations, callerOf, counted }: People): Answers['organisations'] {
  return {
    list({ name, ...input }) {
      const page = organisations.list(input, (row) => `${row.name} ${row.creditCode ?? ''}`.includes(name ?? ''))
      return { ...page, list: page.list.map(counted) }
    },
    detail({ id }, caller) {
      const { role, organisationId } = callerOf(caller)
      if (role !== 'ADMIN_PLATFORM' && organisationId !== id) throw new Refusal(404, 'NOT_FOUND')
      return counted(organisations.find(id))
    },
    addOrEdit({ id, version, ...input }) {
      if (id !== undefined) {
        const { role } = organisations.find(id)
        if (version === undefined) throw new Refusal(400, 'BAD_SHAPE', { version: 'required' })
        if (role !== input.role) throw new Refusal(400, 'BAD_SHAPE', { role: 'fixed' })
      }
      organisations.requireFree('creditCode', input.creditCode, id)
      const at = new Date().toISOString()
      const licenceImageId = input.licenceImageId ?? null
      if (id !== undefined) return counted(organisations.edit(id, { ...input, licenceImageId, updatedAt: at }, version))
      return organisations.add((newId) => ({
        ...input,
        id: newId,
        licenceImageId,
        status: 'ACTIVE',
        registeredDate: at,
        users: 0,
        updatedAt: at,
        version: 1,
      }))
    },
    update({ id, version, ...input }, caller) {
      if (callerOf(caller).organisationId !== id) throw new Refusal(404, 'NOT_FOUND')
      return counted(organisations.edit(id, { ...input, updatedAt: new Date().toISOString() }, version))
    },
    setStatus({ ids, status }) {
      const changed = [...new Set(ids)].map((id) => organisations.find(id)).filter((row) => row.status !== status)
      if (changed.some((row) => row.status !== 'ACTIVE' && row.status !== 'DISABLED')) throw new Refusal(409, 'CONFLICT', { ids: 'not_approved' })
      if (status === 'DISABLED' && changed.some(({ role }) => role === 'PLATFORM')) throw new Refusal(400, 'BAD_SHAPE', { ids: 'oneself' })
      for (const { id } of changed) organisations.edit(id, { status, updatedAt: new Date().toISOString() })
      return { changed: changed.length }
    },
  }
}
