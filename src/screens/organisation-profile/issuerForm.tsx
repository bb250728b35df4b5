import { Button, Input, Select } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type Role, rolesOf } from '#contract/people/roles.ts'
import { useSession } from '../../api/session.ts'
import { codes } from '../../form/codesField.tsx'
import { describeForm, type Field } from '../../form/describe.ts'
import { text, toggle } from '../../form/fields.tsx'
import { listWords } from '../../locale/joins.ts'
import { DomainProofs } from './DomainProofs.tsx'

interface RoleOfGroup {
  group: string
  role: Role
}

function useRoleOptions(): { value: Role; label: string }[] {
  const intl = useIntl()
  const kind = useSession(({ session }) => session?.organisationKind ?? null)
  return rolesOf(kind).map((role) => ({ value: role, label: intl.formatMessage({ id: `role.${role}` }) }))
}

/** Field for the roles of groups, one row a group. */
function rolesField<V extends { roleClaim?: string | null | undefined }>(): Field<V, RoleOfGroup[]> {
  return {
    labelId: 'issuer.roles',
    hintId: 'issuer.rolesHint',
    isWide: true,
    isSelfContained: true,
    shownWhen: ({ roleClaim }) => Boolean(roleClaim),
    Show({ value }) {
      const intl = useIntl()
      const rows = value.map(({ group, role }) =>
        intl.formatMessage({ id: 'issuer.roleOfGroup' }, { group, role: intl.formatMessage({ id: `role.${role}` }) }),
      )
      return <bdi>{listWords(intl, rows)}</bdi>
    },
    Input({ id, value, onChange, disabled }) {
      const intl = useIntl()
      const options = useRoleOptions()
      const rows = value ?? []
      const set = (place: number, change: Partial<RoleOfGroup>) =>
        onChange(rows.map((row, at) => (at === place ? { ...row, ...change } : row)))
      return (
        <div id={id} className="issuer-roles">
          {rows.map(({ group, role }, place) => (
            // Rows have no identity but their place.
            <div key={place} className="issuer-role row">
              <Input
                aria-label={intl.formatMessage({ id: 'issuer.group' })}
                value={group}
                maxLength={200}
                disabled={disabled}
                onChange={({ target }) => set(place, { group: target.value })}
              />
              <Select<Role>
                aria-label={intl.formatMessage({ id: 'issuer.role' })}
                value={role}
                options={options}
                disabled={disabled}
                onChange={(next) => set(place, { role: next })}
              />
              <Button disabled={disabled} onClick={() => onChange(rows.filter((_row, at) => at !== place))}>
                {intl.formatMessage({ id: 'issuer.removeGroup' })}
              </Button>
            </div>
          ))}
          <Button
            disabled={disabled || options.length === 0}
            onClick={() => onChange([...rows, ...options.slice(-1).map(({ value: role }) => ({ group: '', role }))])}
          >
            {intl.formatMessage({ id: 'issuer.addGroup' })}
          </Button>
        </div>
      )
    },
  }
}

/** Field for the client's secret, which is never displayed again. */
function secretField<V>(): Field<V, string> {
  return {
    labelId: 'issuer.clientSecret',
    hintId: 'issuer.clientSecretHint',
    isSecret: true,
    Show: () => null,
    Input: ({ id, value, onChange, onBlur, disabled }) => (
      <Input.Password
        id={id}
        disabled={disabled}
        onBlur={onBlur}
        autoComplete="new-password"
        maxLength={500}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
    ),
  }
}

/** Form of an organisation's identity provider. */
export const issuerForm = describeForm(endpoints.identityProviders.addOrEdit, {
  noun: 'identityProviders',
  newTitleId: 'issuer.new',
  titleOf: ({ issuer }) => issuer,
  load: endpoints.identityProviders.detail,
  initialValues: { roles: [], domains: [], roleClaim: null, isRequired: false },
  valuesOf: ({ domains }) => ({ domains: domains.map(({ domain }) => domain), clientSecret: undefined }),
  sections: [
    {
      fields: {
        issuer: text('issuer.issuer', { isWide: true, inputMode: 'url', placeholderId: 'issuer.issuerExample' }),
        clientId: text('issuer.clientId'),
        clientSecret: secretField(),
        domains: codes({ labelId: 'issuer.domains', hintId: 'issuer.domainsHint', useOptions: () => null }),
        roleClaim: text('issuer.roleClaim', { hintId: 'issuer.roleClaimHint' }),
        roles: rolesField(),
        isRequired: toggle('issuer.isRequired', { hintId: 'issuer.isRequiredHint' }),
      },
    },
  ],
  Facts: DomainProofs,
})
