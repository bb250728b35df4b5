import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Account } from '#contract/people/account.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { Panel } from './Panel.tsx'
import { type Proof, ProofForm } from '../../shell/proof/ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Stage =
  | { kind: 'idle' }
  | { kind: 'proving'; end: boolean }
  | { kind: 'confirming'; secret: string; uri: string }
  | { kind: 'codes'; codes: string[] }

const idle: Stage = { kind: 'idle' }

/** Second factor: set up, replace, remove; shows when the organisation requires it. */
export function TwoFactorPanel({ account: { twoFactor, hasPassword } }: { account: Account }) {
  const intl = useIntl()
  const date = (day: string) => intl.formatDate(`${day}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' })
  const [stage, setStage] = useState<Stage>(idle)
  const { enabled, required, requiredFrom, due, recoveryCodesLeft } = twoFactor
  const isWanted = required && !enabled

  async function prove(proof: Proof, end: boolean) {
    if (!end) {
      setStage({ kind: 'confirming', ...(await call(endpoints.account.beginTwoFactor, proof, { shows: inPlace })) })
      return
    }
    await call(endpoints.account.endTwoFactor, proof, { shows: inPlace })
    setStage(idle)
  }

  return (
    <Panel
      wide
      id="two-factor"
      title={intl.formatMessage({ id: 'twoFactor.title' })}
      text={intl.formatMessage({ id: 'twoFactor.text' })}
      state={
        <span className={`account-state ${enabled ? 'account-state-good' : isWanted ? 'account-state-bad' : ''}`}>
          {intl.formatMessage({ id: enabled ? 'twoFactor.on' : isWanted ? 'twoFactor.due' : 'twoFactor.off' })}
        </span>
      }
    >
      {due && stage.kind !== 'codes' && (
        <Alert
          className="account-alert"
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'twoFactor.dueText' })}
        />
      )}
      {isWanted && !due && requiredFrom !== null && stage.kind !== 'codes' && (
        <Alert
          className="account-alert"
          type="info"
          showIcon
          title={intl.formatMessage({ id: 'twoFactor.soonText' }, { from: date(requiredFrom) })}
        />
      )}
      {stage.kind === 'idle' && (
        <>
          {enabled && (
            <p className="account-text">
              {intl.formatMessage({ id: 'twoFactor.codesLeft' }, { count: recoveryCodesLeft })}{' '}
              {required && intl.formatMessage({ id: 'twoFactor.required' })}
            </p>
          )}
          {!hasPassword && <p className="account-text">{intl.formatMessage({ id: 'twoFactor.passwordFirst' })}</p>}
          <div className="account-actions row">
            <Button
              type={enabled ? 'default' : 'primary'}
              disabled={!hasPassword}
              onClick={() => setStage({ kind: 'proving', end: false })}
            >
              {intl.formatMessage({ id: enabled ? 'twoFactor.anew' : 'twoFactor.begin' })}
            </Button>
            {enabled && !required && (
              <Button danger onClick={() => setStage({ kind: 'proving', end: true })}>
                {intl.formatMessage({ id: 'twoFactor.end' })}
              </Button>
            )}
          </div>
        </>
      )}
      {stage.kind === 'proving' && (
        <ProofForm
          text={intl.formatMessage({
            id: stage.end ? 'twoFactor.endText' : enabled ? 'twoFactor.anewText' : 'twoFactor.proveText',
          })}
          submit={intl.formatMessage({ id: stage.end ? 'twoFactor.end' : 'twoFactor.go' })}
          danger={stage.end}
          asksForCode={enabled}
          onProof={(proof) => prove(proof, stage.end)}
          onCancel={() => setStage(idle)}
        />
      )}
      {stage.kind === 'confirming' && (
        <AuthenticatorSetup
          secret={stage.secret}
          uri={stage.uri}
          onConfirmed={(codes) => setStage({ kind: 'codes', codes })}
          onCancel={() => setStage(idle)}
        />
      )}
      {stage.kind === 'codes' && <RecoveryCodes codes={stage.codes} onKept={() => setStage(idle)} />}
    </Panel>
  )
}
