import { useIntl } from 'react-intl'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { Button } from '../../controls/Button.tsx'
import { Callout } from '../../controls/Callout.tsx'
import { TextField } from '../../controls/TextField.tsx'
import { matches, required, useFields } from '../../controls/useFields.ts'
import { saveTarget } from '../../navigation/issuerTarget.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useSubmit } from '../../shell/auth/useSubmit.ts'

/** Asks for a work e-mail, whose domain names the identity provider, and goes there. */
export function IssuerForm({ target }: { target: string | null }) {
  const intl = useIntl()
  const { submit, busy, failure } = useSubmit(async ({ email }: { email: string }) => {
    const { address } = await call(endpoints.auth.beginIssuer, { email }, { shows: inPlace })
    saveTarget(target)
    location.assign(address)
  })
  const fields = useFields(
    { email: '' },
    {
      email: [
        required(intl.formatMessage({ id: 'auth.emailRequired' })),
        matches(z.email(), intl.formatMessage({ id: 'auth.emailWrong' })),
      ],
    },
  )
  return (
    <form noValidate onSubmit={fields.onSubmit((values) => submit(values))}>
      {failure?.code === 'BAD_SHAPE' ? (
        <Callout tone="warning" title={intl.formatMessage({ id: 'login.noProvider' })}>
          {intl.formatMessage({ id: 'login.noProviderText' })}
        </Callout>
      ) : (
        <CallErrorAlert failure={failure} />
      )}
      <TextField
        label={intl.formatMessage({ id: 'login.workEmail' })}
        field={fields.bind('email')}
        type="email"
        autoComplete="email"
        autoFocus
      />
      <Button submit look="primary" size="large" busy={busy}>
        {intl.formatMessage({ id: 'login.toProvider' })}
      </Button>
    </form>
  )
}
