import './register.css'
import { Button, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { CaptchaInput } from '../../form/controls/CaptchaInput.tsx'
import { captchaRequiredId } from '../../form/controls/captchaRequired.ts'
import { ImageInput } from '../../form/files/ImageInput.tsx'
import { PasswordInput } from '../../form/controls/PasswordInput.tsx'
import type { MessageId } from '../../locale/languages.ts'
import { loginPath } from '../../navigation/paths.ts'
import { saveRegistration } from '../../store/registration.ts'
import { useSmsCode } from '../../store/smsCodes.ts'
import { captchaRules, errorsOf, repeatRules, rules, type Fields, type Registration } from './fields.ts'
import { KindCards } from './KindCards.tsx'

/** Registers an organisation with its first administrator. */
export function RegisterScreen() {
  const intl = useIntl()
  const navigate = useNavigate()
  const [form] = Form.useForm<Fields>()
  const telephone = Form.useWatch('telephone', form)
  const own = [Form.useWatch('userName', form), Form.useWatch('contact', form), Form.useWatch('email', form)]
  const captchaRequired = useSmsCode(({ sent }) => captchaRequiredId(sent, telephone))
  const { submit, busy, failure, setFailure } = useSubmit(async (registration: Registration) => {
    saveRegistration(await call(endpoints.auth.register, registration, { shows: inPlace }))
    void navigate('/user/register-result')
  }, refuse)

  /** Shows errors at their fields and scrolls to the first one; the input stays. */
  function refuse(refusal: CallFailure): boolean {
    const errors = errorsOf(intl, refusal.code === 'BAD_CAPTCHA' ? { captcha: 'invalid' } : refusal.fields)
    form.setFields(errors)
    const [first] = errors
    if (first) form.scrollToField(first.name, { focus: true })
    return first !== undefined
  }

  const field = (
    name: Exclude<keyof Registration, 'organizationRole'>,
    labelId: MessageId,
    control: ReactNode,
    hintId?: MessageId,
  ) => (
    <Form.Item
      name={name}
      label={intl.formatMessage({ id: labelId })}
      rules={name === 'captcha' ? captchaRules(intl, captchaRequired) : rules(intl, name)}
      // Choosing a picture opens a window and leaves the field, so leaving must not validate it.
      validateTrigger={name === 'licenceImageId' ? 'onChange' : 'onBlur'}
      extra={hintId && intl.formatMessage({ id: hintId })}
    >
      {control}
    </Form.Item>
  )

  return (
    <AuthLayout
      wide
      heading={intl.formatMessage({ id: 'register.heading' })}
      lead={intl.formatMessage({ id: 'register.lead' })}
    >
      <Form<Fields>
        name="register"
        className="register"
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true, block: 'center' }}
        validateTrigger="onBlur"
        onFinish={({ repeated: _repeated, ...registration }) => submit(registration)}
      >
        <Form.Item name="organizationRole" rules={rules(intl, 'organizationRole')} validateTrigger="onChange">
          <KindCards />
        </Form.Item>
        <fieldset>
          <legend>{intl.formatMessage({ id: 'register.organisation' })}</legend>
          <div className="register-pair">
            {field('organizationName', 'register.name', <Input autoComplete="organization" />)}
            {field(
              'creditCode',
              'register.creditCode',
              <Input autoCapitalize="characters" spellCheck={false} maxLength={40} />,
            )}
            {field('contact', 'register.contact', <Input autoComplete="name" />)}
            {field('address', 'register.address', <Input autoComplete="street-address" />)}
          </div>
          {field('licenceImageId', 'register.licence', <ImageInput />, 'register.licenceHint')}
        </fieldset>
        <fieldset>
          <legend>{intl.formatMessage({ id: 'register.administrator' })}</legend>
          <div className="register-pair">
            {field(
              'userName',
              'login.userName',
              <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />,
              'register.userNameHint',
            )}
            {field('email', 'auth.email', <Input type="email" autoComplete="email" />, 'register.emailHint')}
            {field('password', 'login.password', <PasswordInput autoComplete="new-password" own={own} />)}
            <Form.Item
              name="repeated"
              label={intl.formatMessage({ id: 'auth.repeat' })}
              dependencies={['password']}
              rules={repeatRules(intl)}
            >
              <Input.Password autoComplete="new-password" />
            </Form.Item>
            {field('telephone', 'auth.telephone', <Input type="tel" autoComplete="tel" />)}
            {field(
              'captcha',
              'auth.captcha',
              <CaptchaInput
                telephone={telephone}
                onWrongTelephone={() => void form.validateFields(['telephone']).catch(() => undefined)}
                onFailure={(error) => setFailure(error && callFailureOf(error))}
              />,
            )}
          </div>
        </fieldset>
        <CallErrorAlert failure={failure} />
        <div className="register-submit row">
          <Button type="primary" size="large" htmlType="submit" loading={busy}>
            {intl.formatMessage({ id: 'register.submit' })}
          </Button>
          <Link to={loginPath}>{intl.formatMessage({ id: 'register.haveAccount' })}</Link>
        </div>
      </Form>
    </AuthLayout>
  )
}
