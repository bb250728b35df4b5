import type { SavedView } from '#contract/savedViews.ts'
import type { Answers, Caller } from '../answer.ts'
import type { People } from '../people.ts'
import { Refusal } from '../refusal.ts'
import { Table } from '../table.ts'

const mostViews = 50

interface ViewRow extends SavedView {
  userId: number
}

export function savedViewAnswers({ callerOf }: People): Answers['savedViews'] {
  const views = new Table<ViewRow>()
  const own = (list: string, caller: Caller | null) => {
    const { id } = callerOf(caller)
    return views.all().filter((view) => view.userId === id && view.list === list)
  }
  const find = (id: number, caller: Caller | null) => {
    const view = views.find(id)
    if (view.userId !== callerOf(caller).id) throw new Refusal(404, 'NOT_FOUND')
    return view
  }

  return {
    list: ({ list }, caller) => ({ list: own(list, caller).toSorted((a, b) => a.name.localeCompare(b.name)) }),
    addOrEdit({ id, ...view }, caller) {
      const others = own(view.list, caller).filter((one) => one.id !== id)
      if (others.some(({ name }) => name === view.name)) throw new Refusal(409, 'CONFLICT', { name: 'taken' })
      if (id !== undefined) {
        if (find(id, caller).list !== view.list) throw new Refusal(404, 'NOT_FOUND')
        return views.edit(id, view)
      }
      if (others.length >= mostViews) throw new Refusal(409, 'CONFLICT', { name: 'too_many' })
      return views.add((newId) => ({ ...view, id: newId, userId: callerOf(caller).id }))
    },
    remove({ id }, caller) {
      views.remove(find(id, caller).id)
      return {}
    },
  }
}
