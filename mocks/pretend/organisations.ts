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
      const changed = ids.filter((id) => organisations.find(id).status !== status)
      for (const id of changed) organisations.edit(id, { status })
      return { changed: changed.length }
    },
  }
}
