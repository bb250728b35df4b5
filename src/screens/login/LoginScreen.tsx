import './login.css'
import { useIntl } from 'react-intl'
import { Navigate, useSearchParams } from 'react-router-dom'
import { afterLogin } from '../../access/landing.ts'
import { LanguageSelect } from '../../locale/LanguageSelect.tsx'
import { useSession } from '../../store/session.ts'
import { LoginForm } from './LoginForm.tsx'
import { Pasture } from './Pasture.tsx'

/** The way in. Someone who is signed in already is sent on to where they were going. */
export function LoginScreen() {
  const intl = useIntl()
  const [search] = useSearchParams()
  const session = useSession((state) => state.session)
  if (session) return <Navigate to={afterLogin(search.get('redirect'), session.role)} replace />
  return (
    <div className="login">
      <section className="login-scene" aria-hidden="true">
        <Pasture />
        <div className="login-claim">
          <p className="login-claim-title">{intl.formatMessage({ id: 'login.claim' })}</p>
          <p className="login-claim-text">{intl.formatMessage({ id: 'login.claimText' })}</p>
        </div>
      </section>
      <main className="login-main">
        <header className="login-top">
          <LanguageSelect className="login-language" />
        </header>
        <div className="login-card">
          <div className="login-brand">
            <img src="/favicon.svg" alt="" width={36} height={36} />
            <div>
              <strong>Drover</strong>
              <span>{intl.formatMessage({ id: 'product.subtitle' })}</span>
            </div>
          </div>
          <h1>{intl.formatMessage({ id: 'login.heading' })}</h1>
          <LoginForm />
        </div>
        <footer className="login-foot">{intl.formatMessage({ id: 'product.name' })}</footer>
      </main>
    </div>
  )
}
