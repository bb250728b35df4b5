import './auth.css'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { AuthIllustration } from './AuthIllustration.tsx'

interface Props {
  heading: ReactNode
  /** Purpose of the page, in a sentence below the heading. */
  lead?: ReactNode
  /** Whether two columns of fields fit. */
  wide?: boolean
  children?: ReactNode
}

/** Frame of the pages around sign-in: illustration, brand, language, and the page in the middle. */
export function AuthLayout({ heading, lead, wide = false, children }: Props) {
  const intl = useIntl()
  return (
    <div className={wide ? 'auth auth-wide' : 'auth'}>
      <div className="auth-scene wall-colours" aria-hidden="true">
        <AuthIllustration />
        <div className="auth-claim">
          <p className="auth-claim-title">{intl.formatMessage({ id: 'login.claim' })}</p>
          <p className="auth-claim-text">{intl.formatMessage({ id: 'login.claimText' })}</p>
        </div>
      </div>
      <div className="auth-main">
        <header className="auth-top row">
          {/* A plain link, as the public site is not part of the console. */}
          <a className="auth-brand row" href="/" aria-labelledby="auth-brand">
            <img src="/favicon.svg" alt="" width={32} height={32} />
            <span id="auth-brand">
              <strong>Drover</strong>
              <small>{intl.formatMessage({ id: 'product.subtitle' })}</small>
            </span>
          </a>
          <LanguageSelect className="auth-language" />
        </header>
        <main className="auth-card">
          <h1>{heading}</h1>
          {lead !== undefined && <p className="auth-lead">{lead}</p>}
          {children}
        </main>
        <footer className="auth-foot">{intl.formatMessage({ id: 'product.name' })}</footer>
      </div>
    </div>
  )
}
