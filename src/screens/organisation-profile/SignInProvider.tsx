import { App, Button } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { queryClient, useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { issuerForm } from './issuerForm.tsx'

/** The organisation's identity provider, where its users sign in. */
export function SignInProvider() {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const { data } = useCall(endpoints.identityProviders.shown, {})
  if (data === undefined) return <SkeletonLines lines={4} />
  const { provider, redirectAddress } = data
  const reload = () => void queryClient.invalidateQueries()

  function askRemoval() {
    modal.confirm({
      title: intl.formatMessage({ id: 'issuer.remove' }),
      content: intl.formatMessage({ id: 'issuer.removeText' }),
      okText: intl.formatMessage({ id: 'issuer.remove' }),
      okButtonProps: { danger: true },
      async onOk() {
        await call(endpoints.identityProviders.remove, {})
        void message.success(intl.formatMessage({ id: 'issuer.removed' }))
        reload()
      },
    })
  }

  return (
    <>
      <PageHeading title={intl.formatMessage({ id: 'issuer.heading' })} />
      <section className="org-profile-card">
        <p>{intl.formatMessage({ id: 'issuer.lead' })}</p>
        <p>
          {intl.formatMessage({ id: 'issuer.redirect' })} <code dir="ltr">{redirectAddress}</code>
        </p>
        <RecordPanel
          form={issuerForm}
          id={provider?.id ?? null}
          onSaved={reload}
          {...(provider !== null && { readOnly: 'view' })}
        />
        {provider !== null && (
          <Button danger onClick={askRemoval}>
            {intl.formatMessage({ id: 'issuer.remove' })}
          </Button>
        )}
      </section>
    </>
  )
}
