import type { Goal } from '#contract/goals.ts'
import type { Answers } from '../answer.ts'
import type { People } from '../people.ts'
import { Refusal } from '../refusal.ts'
import { Table } from '../table.ts'
import type { NoticeBook } from './notices.ts'

interface GoalRow extends Goal {
  organisationId: number | null
}

export function goalAnswers({ users, callerOf }: People, notices: NoticeBook): Answers['goals'] {
  const goals = new Table<GoalRow>()
  return {
    add({ inviteeIds, ...goal }, caller) {
      const user = callerOf(caller)
      const isInvitable = (id: number) =>
        users.all().some((one) => one.id === id && one.status === 'ACTIVE' && one.organisationId === user.organisationId)
      const unknown = inviteeIds.flatMap((id, place) => (isInvitable(id) ? [] : [[`inviteeIds.${place}`, 'unknown']]))
      if (unknown.length > 0) throw new Refusal(400, 'BAD_SHAPE', Object.fromEntries(unknown))
      const invitees = [...new Set(inviteeIds)].map((id) => users.find(id))
      const params = { ...goal, by: user.displayName }
      for (const { id, role } of invitees.filter((one) => one.id !== user.id)) {
        const path = role?.startsWith('ADMIN_') ? '/dashboard/org-admin/org-profile?tab=goals' : null
        notices.tell([id], { type: 'message', code: 'GOAL_SET', params, path })
      }
      return goals.add((id) => ({
        ...goal,
        id,
        organisationId: user.organisationId,
        invitees: invitees.map((one) => ({ id: one.id, displayName: one.displayName })),
        createdBy: user.displayName,
        createdAt: new Date().toISOString(),
      }))
    },
    list(input, caller) {
      const { organisationId } = callerOf(caller)
      return goals.list({ sort: { field: 'id', order: 'desc' }, ...input }, (goal) => goal.organisationId === organisationId)
    },
    detail({ id }, caller) {
      const goal = goals.find(id)
      if (goal.organisationId !== callerOf(caller).organisationId) throw new Refusal(404, 'NOT_FOUND')
      return goal
    },
  }
}
