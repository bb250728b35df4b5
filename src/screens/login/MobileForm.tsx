import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { captchaSchema } from '#contract/auth.ts'
import { telephoneSchema } from '#contract/telephones.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { rulesOf } from '../../shell/auth/formRules.ts'
import { CaptchaInput } from '../../form/controls/CaptchaInput.tsx'
import { useSmsCode } from '../../store/smsCodes.ts'
import { KeepSignedIn } from './KeepSignedIn.tsx'
import type { LoginInput } from './useLogin.ts'

interface Fields {
  telephone: string
  captcha: string
  autoLogin: boolean
}

export function MobileForm({ busy, onSubmit }: { busy: boolean; onSubmit: (input: LoginInput) => void }) {
  const intl = useIntl()
  const [form] = Form.useForm<Fields>()
  const telephone = Form.useWatch('telephone', form)
  const [notSent, setNotSent] = useState<CallFailure | null>(null)
  const sentTo = useSmsCode((state) => state.sent?.telephone ?? '')
  return (
    <Form<Fields>
name="mobile"
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger="onBlur"
      initialValues={{ telephone: sentTo.replace(/^\+86/, ''), captcha: '', autoLogin: true }}
      onFinish={(fields) => onSubmit({ type: 'mobile', ...fields, captcha: fields.captcha.trim() })}
    >
      <CallErrorAlert failure={notSent} />
      <Form.Item
        name="telephone"
        label={intl.formatMessage({ id: 'entrance.telephone' })}
        rules={rulesOf(
          telephoneSchema,
          intl.formatMessage({ id: 'entrance.telephoneRequired' }),
          intl.formatMessage({ id: 'entrance.telephoneWrong' }),
        )}
      >
        <Input type="tel" autoComplete="tel" autoFocus />
      </Form.Item>
      <Form.Item
        name="captcha"
        label={intl.formatMessage({ id: 'entrance.captcha' })}
        rules={rulesOf(captchaSchema, intl.formatMessage({ id: 'entrance.captchaRequired' }), intl.formatMessage({ id: 'entrance.captchaWrong' }))}
      >
        <CaptchaInput
          telephone={telephone}
          onWrongTelephone={() => void form.validateFields(['telephone']).catch(() => undefined)}
          onFailure={(error) => setNotSent(error && callFailureOf(error))}
        />
      </Form.Item>
      <KeepSignedIn />
      <Button type="primary" htmlType="submit" block loading={busy}>
        {intl.formatMessage({ id: 'login.submit' })}
      </Button>
    </Form>
  )
}
