import { App, Button } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { IdentityProvider } from '#contract/people/identityProviders.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { Callout } from '../../controls/Callout.tsx'
import { inPlace } from '../../api/failures.ts'

/** The mail domains of a provider, with the DNS records that prove them. */
export function DomainProofs({ record: { domains } }: { record: IdentityProvider }) {
  const intl = useIntl()
  if (domains.length === 0) return null
  return (
    <ul className="issuer-domains" aria-label={intl.formatMessage({ id: 'issuer.domains' })}>
      {domains.map((one) => (
        <DomainProof key={one.domain} {...one} />
      ))}
    </ul>
  )
}

function DomainProof({ domain, proof, proofHost, verifiedAt }: IdentityProvider['domains'][number]) {
  const intl = useIntl()
  const { message } = App.useApp()
  const { submit, busy, failure } = useSubmit(async () => {
    await call(endpoints.identityProviders.verifyDomain, { domain }, { shows: inPlace })
    await queryClient.invalidateQueries()
    void message.success(intl.formatMessage({ id: 'issuer.domainVerified' }, { domain }))
  })
  if (verifiedAt !== null) {
    return (
      <li>
        <bdi dir="ltr">{domain}</bdi>{' '}
        <span className="issuer-verified">{intl.formatMessage({ id: 'issuer.verified' })}</span>
      </li>
    )
  }
  return (
    <li>
      <bdi dir="ltr">{domain}</bdi> <span>{intl.formatMessage({ id: 'issuer.unverified' })}</span>
      <p>{intl.formatMessage({ id: 'issuer.proofText' })}</p>
      <dl className="issuer-record">
        <dt>{intl.formatMessage({ id: 'issuer.proofHost' })}</dt>
        <dd>
          <code>{proofHost}</code>
        </dd>
        <dt>{intl.formatMessage({ id: 'issuer.proofValue' })}</dt>
        <dd>
          <code>{proof}</code>
        </dd>
      </dl>
      {failure?.code === 'BAD_SHAPE' ? (
        <Callout tone="warning" title={intl.formatMessage({ id: 'issuer.noProof' })} />
      ) : (
        <CallErrorAlert failure={failure} />
      )}
      <Button loading={busy} onClick={() => submit()}>
        {intl.formatMessage({ id: 'issuer.verify' })}
      </Button>
    </li>
  )
}
