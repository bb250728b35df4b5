import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { rolesOf, type OrganisationKind, type Role } from '#contract/people/roles.ts'
import { useCall } from '../api/queries.ts'
import type { Field, FieldProps } from '../form/describe.ts'
import { bindingOf } from '../form/controls/controlProps.ts'
import { ChoiceInput } from '../form/controls/ChoiceInput.tsx'
import { useSession } from '../api/session.ts'

interface Member {
  organisationId?: number | null | undefined
}

/** Loads the kind of an organisation: null without an organisation, undefined while loading. */
function useKind(organisationId: number | null): OrganisationKind | null | undefined {
  const own = useSession(({ session }) =>
    session?.organisationId === organisationId ? session.organisationKind : undefined,
  )
  const { data } = useCall(
    endpoints.organisations.detail,
    { id: organisationId ?? 0 },
    { isEnabled: organisationId !== null && own === undefined },
  )
  return organisationId === null ? null : (own ?? data?.role)
}

/** Offers the roles for the kind of the form's organisation or, outside the platform, the administrator's own. */
function RoleInput({ value, values, onChange, ...props }: FieldProps<Member, Role>) {
  const intl = useIntl()
  const session = useSession((state) => state.session)
  const isPlatform = session?.role === 'ADMIN_PLATFORM'
  const kind = useKind(isPlatform ? (values.organisationId ?? null) : (session?.organisationId ?? null))
  const fitting = kind === undefined ? [] : rolesOf(kind)
  const offered = value == null || fitting.includes(value) ? fitting : [...fitting, value]
  return (
    <ChoiceInput
      {...bindingOf(props)}
      value={value}
      choices={offered.map((role) => ({ value: role, label: intl.formatMessage({ id: `role.${role}` }) }))}
      loading={kind === undefined}
      onChange={(choice) => onChange(offered.find((role) => role === choice) ?? null)}
    />
  )
}

export const role: Field<Member, Role> = {
  labelId: 'user.role',
  hintId: 'user.roleHint',
  Input: RoleInput,
  Show: ({ value }) => useIntl().formatMessage({ id: `role.${value}` }),
}
