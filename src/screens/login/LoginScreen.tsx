import './login.css'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { afterLogin } from '../../navigation/landing.ts'
import { Button } from '../../controls/Button.tsx'
import { Tabs } from '../../controls/Tabs.tsx'
import { useScreenTable } from '../../navigation/screen.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { useSession } from '../../api/session.ts'
import { AccountForm } from './AccountForm.tsx'
import { IssuerForm } from './IssuerForm.tsx'
import { LoginFailure } from './LoginFailure.tsx'
import { methods, type Method } from './methods.ts'
import { MobileForm } from './MobileForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { useLogin } from './useLogin.ts'

/** Sign-in page. Redirects users who are already signed in to their target. */
export function LoginScreen() {
  const intl = useIntl()
  const [search] = useSearchParams()
  const table = useScreenTable()
  const session = useSession((state) => state.session)
  const [method, setMethod] = useState<Method>('account')
  const [userName, setUserName] = useState('')
  const login = useLogin()
  if (session) return <Navigate to={afterLogin(table, search.get('redirect'), session.role)} replace />

  const choose = (next: Method) => {
    login.forget()
    setMethod(next)
  }
  const failure = <LoginFailure failure={login.failure} method={method} userName={userName} />
  if (login.awaitingCode) {
    return (
      <SecondFactor
        failure={failure}
        busy={login.busy}
        onCode={(code) => login.signInWithCode(code)}
        onBack={login.forget}
      />
    )
  }

  const submit = (input: Parameters<typeof login.signIn>[0]) => login.signIn(input)
  const account = (
    <AccountForm
      recovery={method === 'recovery'}
      busy={login.busy}
      userName={userName}
      onUserName={setUserName}
      onSubmit={submit}
    />
  )
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'login.heading' })}>
      <Tabs
        label={intl.formatMessage({ id: 'login.heading' })}
        active={method === 'mobile' ? 'mobile' : 'account'}
        size="large"
        tabs={[
          { key: 'account', title: intl.formatMessage({ id: 'login.method.account' }) },
          { key: 'mobile', title: intl.formatMessage({ id: 'login.method.mobile' }) },
        ]}
        onChange={choose}
      >
        {login.failure === null && <SessionEnded />}
        {failure}
        {method === 'mobile' && <MobileForm busy={login.busy} onSubmit={submit} />}
        {method === 'issuer' && <IssuerForm target={search.get('redirect')} />}
        {(method === 'account' || method === 'recovery') && account}
      </Tabs>
      <div className="login-other row">
        <span>{intl.formatMessage({ id: 'login.otherMethods' })}</span>
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button key={each} look="link" size="small" onClick={() => choose(each)}>
              {intl.formatMessage({ id: `login.other.${each}` })}
            </Button>
          ))}
      </div>
      <p className="auth-aside">
        {intl.formatMessage({ id: 'login.noAccount' })}{' '}
        <Link to="/user/register">{intl.formatMessage({ id: 'login.signUp' })}</Link>
      </p>
      <p className="auth-aside">
        <Link to="/user/wall">{intl.formatMessage({ id: 'login.wall' })}</Link>
      </p>
    </AuthLayout>
  )
}
