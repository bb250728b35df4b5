import type { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Organisation, organisationUpdateSchema } from '#contract/people/organisations.ts'
import { registrableKinds } from '#contract/people/roles.ts'
import { describeForm, type FieldsOf } from '../form/describe.ts'
import { date, email, image, select, telephone, text, toggle } from '../form/fields.tsx'
import { TwoFactorExtra } from './TwoFactorExtra.tsx'
import { OrganisationFacts, OwnOrganisationFacts } from './OrganisationFacts.tsx'

/** Values shared by both forms. */
type Own = Omit<z.input<typeof organisationUpdateSchema>, 'id' | 'version'>

const reach = {
  contact: text('organisation.contact'),
  telephone: telephone('organisation.telephone'),
  email: email('organisation.email', { isWide: true }),
  address: text('organisation.address', { isWide: true }),
} satisfies FieldsOf<Own>

const security = {
  requiresTwoFactor: toggle('organisation.twoFactor', { hintId: 'organisation.twoFactorHint', isWide: true }),
  twoFactorFrom: date('organisation.twoFactorFrom', {
    hintId: 'organisation.twoFactorFromHint',
    shownWhen: ({ requiresTwoFactor }) => requiresTwoFactor === true,
  }),
} satisfies FieldsOf<Own>

const titleOf = ({ name }: Organisation) => name

/** Form of an organisation for the platform. */
export const organisationForm = describeForm(endpoints.organisations.addOrEdit, {
  noun: 'organisations',
  newTitleId: 'organisation.new',
  titleOf,
  load: endpoints.organisations.detail,
  initialValues: { requiresTwoFactor: false },
  valuesOf: ({ role, ...organisation }) => ({ ...organisation, role: role === 'PLATFORM' ? null : role }),
  sections: [
    {
      titleId: 'organisation.identity',
      fields: {
        // Locked after creation, as its users' roles and its projects depend on the kind.
        role: select('organisation.kind', registrableKinds, {
          wordOf: (kind) => `organisationKind.${kind}`,
          lockedWhen: ({ id }) => id != null,
        }),
        name: text('organisation.name'),
        creditCode: text('organisation.creditCode', { isWide: true }),
        licenceImageId: image('organisation.licence'),
      },
    },
    { titleId: 'organisation.reach', fields: reach },
    { titleId: 'organisation.security', fields: security, Extra: TwoFactorExtra },
  ],
  Facts: OrganisationFacts,
})

/** Form of the user's own organisation for its administrator. */
export const ownOrganisationForm = describeForm(endpoints.organisations.update, {
  noun: 'ownOrganisation',
  newTitleId: 'organisation.identity',
  titleOf,
  load: endpoints.organisations.detail,
  sections: [
    { titleId: 'organisation.identity', fields: { name: text('organisation.name', { isWide: true }), ...reach } },
    { titleId: 'organisation.security', fields: security, Extra: TwoFactorExtra },
  ],
  Facts: OwnOrganisationFacts,
})
