import { endpoints } from '#contract/calls/endpoints.ts'
import { maxInvitees } from '#contract/office/goals.ts'
import { describeForm } from '../../form/describe.ts'
import { date, text, textarea } from '../../form/fields.tsx'
import { references } from '../../form/reference.tsx'
import { describeReference } from '../../api/references.ts'

/** Colleagues by name. */
const colleagueReference = describeReference({
  list: endpoints.users.list,
  search: 'name',
  nameOf: ({ displayName }) => displayName,
})

/** Form of a supervision goal, which cannot be changed later; invited colleagues are notified. */
export const goalForm = describeForm(endpoints.goals.add, {
  noun: 'goals',
  newTitleId: 'goal.new',
  titleOf: ({ title }) => title,
  load: endpoints.goals.detail,
  initialValues: { inviteeIds: [] },
  valuesOf: ({ invitees, ...goal }) => ({ ...goal, inviteeIds: invitees.map(({ id }) => id) }),
  sections: [
    {
      fields: {
        title: text('goal.title', { isWide: true }),
        startsOn: date('goal.startsOn'),
        endsOn: date('goal.endsOn', { notBefore: ({ startsOn }) => startsOn }),
        goal: textarea('goal.goal'),
        standard: textarea('goal.standard'),
        inviteeIds: references('goal.invitees', colleagueReference, { most: maxInvitees, hintId: 'goal.inviteesHint' }),
      },
    },
  ],
})
