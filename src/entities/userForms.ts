import type { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { userInputSchema } from '#contract/people/users.ts'
import { describeForm, type Done, type FieldsOf } from '../form/describe.ts'
import { email, telephone, text } from '../form/fields.tsx'
import { reference } from '../form/reference.tsx'
import { organisationReference } from './organisationReference.ts'
import { OrganisationLink } from './OrganisationLink.tsx'
import { role } from './roleField.tsx'
import { UserFacts } from './UserFacts.tsx'

const identity = {
  displayName: text('user.displayName'),
  userName: text('user.userName'),
  telephone: telephone('user.telephone'),
  email: email('user.email'),
} satisfies FieldsOf<z.input<typeof userInputSchema>>

const shared = {
  newTitleId: 'user.new',
  newSaveId: 'user.sendInvitation',
  newDone: ({ email }: { email: string | null }): Done => ({ id: 'user.invited', values: { email: email ?? '' } }),
  titleOf: ({ displayName }: { displayName: string }) => displayName,
  load: endpoints.users.detail,
} as const

/** Form of a user for the platform, in any organisation or none. */
export const userForm = describeForm(endpoints.users.addOrEdit, {
  ...shared,
  noun: 'users',
  // Explicit null, as the server would otherwise use the administrator's own organisation.
  initialValues: { organisationId: null },
  sections: [
    { titleId: 'user.identity', textId: 'user.newText', shownWhen: ({ id }) => id == null, fields: identity },
    { titleId: 'user.identity', shownWhen: ({ id }) => id != null, fields: identity },
    {
      titleId: 'user.access',
      fields: {
        organisationId: {
          ...reference('user.organisation', organisationReference, {
            hintId: 'user.organisationHint',
            changesWith: () => ({ role: null }),
          }),
          Show: OrganisationLink,
        },
        role,
      },
    },
  ],
  Facts: UserFacts,
})

/** Form of a colleague for the administrator of an organisation. */
export const colleagueForm = describeForm(endpoints.users.addOrEdit, {
  ...shared,
  noun: 'colleagues',
  sections: [
    { titleId: 'user.identity', textId: 'user.newText', fields: identity },
    { titleId: 'user.access', fields: { role } },
  ],
  Facts: UserFacts,
})
