import { Button, Modal } from 'antd'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { call } from '../../api/call.ts'
import { useProof } from '../../api/person/proofs.ts'
import { useSession } from '../../api/session.ts'
import { accountPath } from '../../navigation/paths.ts'
import { useAccount } from '../../store/account.ts'
import { AntdProvider } from '../../theme/AntdProvider.tsx'
import { type Proof, ProofForm } from './ProofForm.tsx'

/** Asks the signed-in user to re-authenticate before a sensitive change, so that nobody else can make it in an open browser. */
export function ProofDialog() {
  const intl = useIntl()
  const navigate = useNavigate()
  const account = useAccount()
  const answer = useProof((state) => state.answer)
  const isSignedIn = useSession(({ session }) => session !== null)
  const hasPassword = account?.hasPassword ?? true
  const hasFactor = account?.twoFactor.enabled ?? false
  useEffect(() => {
    if (!isSignedIn) answer?.(false)
  }, [isSignedIn, answer])

  async function prove({ password = '', twoFactorCode }: Partial<Proof>) {
    await call(
      endpoints.account.prove,
      { password, ...(twoFactorCode !== undefined && { twoFactorCode }) },
      { shows: inPlace },
    )
    answer?.(true)
  }

  return (
    <AntdProvider>
      <Modal
        open
        title={intl.formatMessage({ id: 'proof.title' })}
        footer={null}
        destroyOnHidden
        onCancel={() => answer?.(false)}
      >
        {hasPassword || hasFactor ? (
          <ProofForm
            text={intl.formatMessage({ id: 'proof.text' })}
            submit={intl.formatMessage({ id: 'proof.submit' })}
            danger={false}
            asksForPassword={hasPassword}
            asksForCode={hasFactor}
            onProof={prove}
            onCancel={() => answer?.(false)}
          />
        ) : (
          <>
            <p>{intl.formatMessage({ id: 'proof.passwordFirst' })}</p>
            <Button
              type="primary"
              onClick={() => {
                answer?.(false)
                void navigate(`${accountPath}#password`)
              }}
            >
              {intl.formatMessage({ id: 'account.firstPassword' })}
            </Button>
          </>
        )}
      </Modal>
    </AntdProvider>
  )
}
