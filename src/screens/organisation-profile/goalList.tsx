import { FormattedList } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeList } from '../../list/describe.ts'
import { formDetails, formToolbar, type LoadForm } from '../../list/withForm.tsx'

const loadForm: LoadForm = async () => (await import('./goalForm.ts')).goalForm

export const goalList = describeList(endpoints.goals.list)({
  noun: 'goals',
  titleId: 'goal.list',
  countId: 'goal.count',
  emptyId: 'goal.empty',
  next: [{ titleId: 'goal.new', call: endpoints.goals.add, adds: 'goals' }],
  nameOf: ({ title }) => title,
  sort: { field: 'startsOn', order: 'desc' },
  columns: {
    title: { titleId: 'goal.title', width: 220 },
    startsOn: { titleId: 'goal.startsOn', width: 120 },
    endsOn: { titleId: 'goal.endsOn', width: 120 },
    invitees: {
      titleId: 'goal.invitees',
      width: 220,
      hideOrder: 3,
      cell: ({ invitees }) =>
        invitees.length > 0 && (
          <FormattedList type="conjunction" value={invitees.map(({ displayName }) => displayName)} />
        ),
    },
    createdBy: { titleId: 'goal.createdBy', width: 130, hideOrder: 1 },
    createdAt: { titleId: 'goal.createdAt', width: 170, hideOrder: 2 },
    goal: { titleId: 'goal.goal', width: 240, hidden: true },
    standard: { titleId: 'goal.standard', width: 240, hidden: true },
  },
  filters: [],
  Details: formDetails(loadForm, () => true, endpoints.goals.history),
  Toolbar: formToolbar('goals', 'goal.new', loadForm),
})
