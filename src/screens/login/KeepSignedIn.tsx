import { Checkbox, Form } from 'antd'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'

/** Under every way to sign in: stay so for 30 days, or get a new password. */
export function KeepSignedIn() {
  const intl = useIntl()
  return (
    <div className="login-row">
      <Form.Item name="autoLogin" valuePropName="checked" noStyle>
        <Checkbox>{intl.formatMessage({ id: 'login.autoLogin' })}</Checkbox>
      </Form.Item>
      <Link to="/user/forgot-password">{intl.formatMessage({ id: 'login.forgotPassword' })}</Link>
    </div>
  )
}
