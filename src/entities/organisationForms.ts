import type { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Organisation, organisationUpdateSchema } from '#contract/people/organisations.ts'
import { registrableKinds } from '#contract/people/roles.ts'
import { describeForm, type FieldsOf } from '../form/describe.ts'
import { date, email, image, select, telephone, text, toggle } from '../form/fields.tsx'
import { TwoFactorExtra } from './TwoFactorExtra.tsx'
import { OrganisationFacts, OwnOrganisationFacts } from './OrganisationFacts.tsx'

/** The values that both forms have. */
type Own = Omit<z.input<typeof organisationUpdateSchema>, 'id' | 'version'>

const reach = {
  contact: text('organisation.contact'),
  telephone: telephone('organisation.telephone'),
  email: email('organisation.email', { wide: true }),
  address: text('organisation.address', { wide: true }),
} satisfies FieldsOf<Own>

const security = {
  requiresTwoFactor: toggle('organisation.twoFactor', { hintId: 'organisation.twoFactorHint', wide: true }),
  twoFactorFrom: date('organisation.twoFactorFrom', { hintId: 'organisation.twoFactorFromHint', shownWhen: ({ requiresTwoFactor }) => requiresTwoFactor === true }),
} satisfies FieldsOf<Own>

const titleOf = ({ name }: Organisation) => name

/** An organisation as the platform keeps it. */
export const organisationForm = describeForm(endpoints.organisations.addOrEdit, {
  noun: 'organisations',
  newTitleId: 'organisation.new',
  titleOf,
  load: endpoints.organisations.detail,
  empty: { requiresTwoFactor: false },
  valuesOf: ({ role, ...organisation }) => ({ ...organisation, role: role === 'PLATFORM' ? null : role }),
  sections: [
    {
      titleId: 'organisation.identity',
      fields: {
        // Its people's roles and its projects go by what it is.
        role: select('organisation.kind', registrableKinds, { wordOf: (kind) => `organisationKind.${kind}`, lockedWhen: ({ id }) => id != null }),
        name: text('organisation.name'),
        creditCode: text('organisation.creditCode', { wide: true }),
        licenceImageId: image('organisation.licence'),
      },
    },
    { titleId: 'organisation.reach', fields: reach },
    { titleId: 'organisation.security', fields: security, Extra: TwoFactorExtra },
  ],
  Facts: OrganisationFacts,
})

/** One's own organisation, as its administrator keeps it. */
export const ownOrganisationForm = describeForm(endpoints.organisations.update, {
  noun: 'ownOrganisation',
  newTitleId: 'organisation.identity',
  titleOf,
  load: endpoints.organisations.detail,
  sections: [
    { titleId: 'organisation.identity', fields: { name: text('organisation.name', { wide: true }), ...reach } },
    { titleId: 'organisation.security', fields: security, Extra: TwoFactorExtra },
  ],
  Facts: OwnOrganisationFacts,
})
