import { Button, Form, Input, QRCode, Typography } from 'antd'
import { useIntl } from 'react-intl'
import { captchaSchema } from '#contract/people/auth.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { rulesOf } from '../../shell/auth/formRules.ts'
import { paper } from '../../theme/colours.ts'

interface Props {
  secret: string
  /** `otpauth://…`, the content of the QR code. */
  uri: string
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Transfers the secret to an authenticator app by a QR code drawn in the browser, and asks for the first code. */
export function AuthenticatorSetup({ secret, uri, onConfirmed, onCancel }: Props) {
  const intl = useIntl()
  const [form] = Form.useForm<{ code: string }>()
  const { submit, busy, failure } = useSubmit(
    async (code: string) =>
      onConfirmed((await call(endpoints.account.confirmTwoFactor, { code }, { shows: inPlace })).recoveryCodes),
    ({ code }) => {
      if (code !== 'BAD_TWO_FACTOR') return false
      form.setFields([{ name: 'code', errors: [intl.formatMessage({ id: 'twoFactor.codeWrong' })] }])
      return true
    },
  )

  return (
    <div className="two-factor-setup">
      <div className="two-factor-code" role="img" aria-label={intl.formatMessage({ id: 'twoFactor.picture' })}>
        <div aria-hidden="true">
          <QRCode
            value={uri}
            type="svg"
            size={184}
            bordered={false}
            color={paper.ink}
            bgColor={paper.ground}
            marginSize={0}
          />
        </div>
      </div>
      <div>
        <h3>{intl.formatMessage({ id: 'twoFactor.scan' })}</h3>
        <p className="account-text">{intl.formatMessage({ id: 'twoFactor.scanText' })}</p>
        {intl.formatMessage({ id: 'twoFactor.byHand' })}
        <Typography.Text className="two-factor-secret" copyable={{ text: secret }}>
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Typography.Text>
        <CallErrorAlert failure={failure} />
        <Form<{ code: string }>
          name="authenticator"
          form={form}
          layout="vertical"
          requiredMark={false}
          validateTrigger="onBlur"
          onFinish={({ code }) => submit(code.trim())}
        >
          <Form.Item
            name="code"
            label={intl.formatMessage({ id: 'twoFactor.code' })}
            normalize={(text: string) => text.replaceAll(/\D/g, '').slice(0, 6)}
            rules={rulesOf(
              captchaSchema,
              intl.formatMessage({ id: 'twoFactor.codeRequired' }),
              intl.formatMessage({ id: 'twoFactor.codeWrong' }),
            )}
          >
            <Input className="two-factor-input" inputMode="numeric" autoComplete="one-time-code" />
          </Form.Item>
          <div className="account-actions row">
            <Button type="primary" htmlType="submit" loading={busy}>
              {intl.formatMessage({ id: 'twoFactor.confirm' })}
            </Button>
            <Button onClick={onCancel}>{intl.formatMessage({ id: 'action.cancel' })}</Button>
          </div>
        </Form>
      </div>
    </div>
  )
}
