import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import type { CallFailure } from '../../api/callFailure.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { ResendActivation } from '../../shell/auth/ResendActivation.tsx'
import { useSession } from '../../api/session.ts'
import type { Method } from './methods.ts'

interface Props {
  failure: CallFailure | null
  method: Method
  userName: string
}

/** Why the login did not work, and what can be done about it. */
export function LoginFailure({ failure, method, userName }: Props) {
  const intl = useIntl()
  const refused = useSession((state) => state.loginStatus === 'error')
  if (!failure || !refused) return null
  switch (failure.code) {
    case 'BAD_CREDENTIALS':
    case 'BAD_SHAPE': {
      const id = method === 'mobile' ? 'login.wrongCode' : 'login.wrong'
      return <Alert className="entrance-alert" type="error" showIcon title={intl.formatMessage({ id })} />
    }
    case 'BAD_CAPTCHA':
      return <Alert className="entrance-alert" type="error" showIcon title={intl.formatMessage({ id: 'login.wrongCode' })} />
    case 'BAD_TWO_FACTOR':
      return <Alert className="entrance-alert" type="error" showIcon title={intl.formatMessage({ id: 'login.wrongSecondFactor' })} />
    case 'NOT_ACTIVATED':
      return (
        <Alert
          className="entrance-alert"
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'login.notActivated' })}
          description={<ResendActivation isAside email={userName.includes('@') ? userName : ''} />}
        />
      )
    case 'NOT_APPROVED':
      return (
        <Alert
          className="entrance-alert"
          type="info"
          showIcon
          title={intl.formatMessage({ id: 'login.notApproved' })}
          description={intl.formatMessage({ id: 'login.notApprovedText' })}
        />
      )
    case 'REGISTRATION_REJECTED':
      return (
        <Alert
          className="entrance-alert"
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'login.rejected' })}
          description={
            <>
              {intl.formatMessage({ id: 'login.rejectedText' })} <Link to="/user/register">{intl.formatMessage({ id: 'login.signUp' })}</Link>
            </>
          }
        />
      )
    default:
      return <CallErrorAlert failure={failure.code === 'INTERNAL' ? { ...failure, message: intl.formatMessage({ id: 'login.failed' }) } : failure} />
  }
}
