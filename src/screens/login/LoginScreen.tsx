import './login.css'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { afterLogin } from '../../navigation/landing.ts'
import { useScreenTable } from '../../navigation/screen.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { useSession } from '../../api/session.ts'
import { AccountForm } from './AccountForm.tsx'
import { LoginFailure } from './LoginFailure.tsx'
import { methods, type Method } from './methods.ts'
import { MobileForm } from './MobileForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useLogin } from './useLogin.ts'

/** The way in. Someone who is signed in already is sent on to where they were going. */
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
      <AuthLayout heading={intl.formatMessage({ id: 'login.secondHeading' })} lead={intl.formatMessage({ id: 'login.secondLead' })}>
        {failure}
        <SecondFactor busy={login.busy} onCode={(code) => void login.signInWithCode(code)} onBack={login.forget} />
      </AuthLayout>
    )
  }

  const submit = (input: Parameters<typeof login.signIn>[0]) => void login.signIn(input)
  const account = (
    <AccountForm recovery={method === 'recovery'} busy={login.busy} userName={userName} onUserName={setUserName} onSubmit={submit} />
  )
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'login.heading' })}>
      <Tabs
        activeKey={method === 'mobile' ? 'mobile' : 'account'}
        onChange={(key) => choose(key === 'mobile' ? 'mobile' : 'account')}
        destroyOnHidden
        items={[
          {
            key: 'account',
            label: intl.formatMessage({ id: 'login.method.account' }),
            children: <>{failure}{account}</>,
          },
          {
            key: 'mobile',
            label: intl.formatMessage({ id: 'login.method.mobile' }),
            children: <>{failure}<MobileForm busy={login.busy} onSubmit={submit} /></>,
          },
        ]}
      />
      <div className="login-other">
        <span>{intl.formatMessage({ id: 'login.otherMethods' })}</span>
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button key={each} type="link" size="small" onClick={() => choose(each)}>
              {intl.formatMessage({ id: `login.other.${each}` })}
            </Button>
          ))}
      </div>
      <p className="entrance-aside">
        {intl.formatMessage({ id: 'login.noAccount' })} <Link to="/user/register">{intl.formatMessage({ id: 'login.signUp' })}</Link>
      </p>
    </AuthLayout>
  )
}
