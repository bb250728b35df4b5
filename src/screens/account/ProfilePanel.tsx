import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import type { Account } from '#contract/people/account.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../form/describe.ts'
import { email, text } from '../../form/fields.tsx'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { Panel } from './Panel.tsx'

const profileForm = describeForm(endpoints.account.edit, {
  noun: 'account',
  newTitleId: 'account.profile',
  titleOf: ({ displayName }) => displayName,
  load: endpoints.account.profile,
  // Shows the requested address if one is pending; entering the current address withdraws the request.
  valuesOf: ({ email: held, pendingEmail }) => ({ email: pendingEmail ?? held }),
  sections: [
    {
      fields: {
        displayName: text('account.displayName', { autoComplete: 'name' }),
        email: email('auth.email', { hintId: 'account.emailHint' }),
      },
    },
  ],
})

/** The user's data: editable fields, and facts that others decide. */
export function ProfilePanel({ account }: { account: Account }) {
  const intl = useIntl()
  const { id, userName, telephone, role, organizationName, pendingEmail } = account
  const facts = [
    [intl.formatMessage({ id: 'login.userName' }), userName],
    [intl.formatMessage({ id: 'auth.telephone' }), telephone],
    [
      intl.formatMessage({ id: 'account.role' }),
      intl.formatMessage({ id: role === null ? 'account.noRole' : `role.${role}` }),
    ],
    [intl.formatMessage({ id: 'account.organisation' }), organizationName],
  ]
  return (
    <Panel id="profile" title={intl.formatMessage({ id: 'account.profile' })}>
      <dl className="account-facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} className="account-fact">
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      {pendingEmail !== null && (
        <Alert
          className="account-alert"
          type="info"
          showIcon
          title={intl.formatMessage({ id: 'account.emailPending' }, { email: pendingEmail })}
        />
      )}
      <RecordPanel form={profileForm} id={id} />
    </Panel>
  )
}
