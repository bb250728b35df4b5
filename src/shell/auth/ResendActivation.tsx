import { Alert, Button, Form, Input } from 'antd'
import { useIntl } from 'react-intl'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useSubmit } from './useSubmit.ts'
import { CallErrorAlert } from './CallErrorAlert.tsx'
import { rulesOf } from './formRules.ts'

/**
 * Requests the activation mail again, as the page's main content or as a side option.
 * The answer does not reveal whether the address belongs to a user.
 */
export function ResendActivation({ email = '', isAside = false }: { email?: string; isAside?: boolean }) {
  const intl = useIntl()
  const { submit, busy, failure, reply } = useSubmit((address: string) =>
    call(endpoints.auth.sendActivation, { email: address }, { shows: inPlace }),
  )
  if (reply !== undefined)
    return <Alert type="success" showIcon title={intl.formatMessage({ id: 'activation.sentAgain' })} role="status" />
  return (
    <Form<{ email: string }>
      name="resend"
      layout="vertical"
      size={isAside ? 'middle' : 'large'}
      requiredMark={false}
      validateTrigger="onBlur"
      initialValues={{ email }}
      onFinish={(fields) => submit(fields.email.trim())}
    >
      <CallErrorAlert failure={failure} />
      <Form.Item
        name="email"
        label={intl.formatMessage({ id: 'auth.email' })}
        rules={rulesOf(
          z.email(),
          intl.formatMessage({ id: 'auth.emailRequired' }),
          intl.formatMessage({ id: 'auth.emailWrong' }),
        )}
      >
        <Input type="email" autoComplete="email" />
      </Form.Item>
      <Button type={isAside ? 'default' : 'primary'} htmlType="submit" block={!isAside} loading={busy}>
        {intl.formatMessage({ id: 'activation.sendAgain' })}
      </Button>
    </Form>
  )
}
