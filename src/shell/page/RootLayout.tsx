import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { followActs } from '../../api/person/activity.ts'
import { watchVersion } from '../../api/newVersion.ts'
import { accountPath, twoFactorPath } from '../../navigation/paths.ts'
import { loadAccount, useAccount, useAccountQuery } from '../../store/account.ts'
import { hasKeptLogs } from '../../store/logs/logUser.ts'
import { useFailures } from '../../api/failures.ts'
import { loadChunk } from '../../navigation/loadChunk.ts'
import { useProof } from '../../api/person/proofs.ts'
import { useSession } from '../../api/session.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { useLook } from '../../theme/useLook.ts'
import { NavigationProgress } from './NavigationProgress.tsx'

/** Not needed before sign-in. */
const IdleNotice = lazyChunk(async () => (await import('../banners/IdleNotice.tsx')).IdleNotice)
/** Loaded when the user must re-authenticate. */
const ProofDialog = lazyChunk(async () => (await import('../proof/ProofDialog.tsx')).ProofDialog)

/** Frame of every page, walls included: live connection, progress line, and reactions to refusals by the server. */
export function RootLayout() {
  useLook()
  useLive()
  useUnsentLogs()
  useRefusals()
  useEffect(watchVersion, [])
  useEffect(() => followActs(() => void loadAccount()), [])
  const isSignedIn = useSession(({ session }) => session !== null)
  const isProofAsked = useProof(({ answer }) => answer !== null)
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <Suspense>{isSignedIn && <IdleNotice />}</Suspense>
      <Suspense>{isProofAsked && <ProofDialog />}</Suspense>
    </>
  )
}

/** Keeps one live connection while a user is signed in, on any page. */
function useLive(): void {
  const token = useSession((state) => state.session?.token ?? null)
  // Keeps the account loaded on every page, so that a changed role takes effect immediately.
  useAccountQuery()
  useEffect(() => {
    if (token === null) return
    const ended = new AbortController()
    // Its script is not part of the sign-in page.
    void loadChunk(() => import('../../store/live.ts'), true).then(({ startLive }) => {
      if (!ended.signal.aborted) ended.signal.addEventListener('abort', startLive(token))
    })
    return () => ended.abort()
  }, [token])
}

/** Sends daily logs that were written offline, from any page. */
function useUnsentLogs(): void {
  const userId = useAccount()?.id ?? null
  useEffect(() => {
    if (userId === null || !hasKeptLogs()) return
    const left = new AbortController()
    void loadChunk(() => import('../../store/logs/sendLogs.ts'), true).then(({ startSendingLogs }) => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', startSendingLogs())
    })
    return () => left.abort()
  }, [userId])
}

function useRefusals(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const due = useFailures((state) => state.twoFactorDue)
  const notAllowed = useFailures((state) => state.notAllowed)
  const obeyed = useRef(due)
  useEffect(() => {
    if (due === obeyed.current) return
    obeyed.current = due
    if (pathname !== accountPath) void navigate(twoFactorPath)
    // Only a new refusal redirects; a user who then navigates elsewhere is redirected by the next one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due])
  useEffect(() => {
    // A refusal of something that the page offers may mean that the role has changed.
    if (notAllowed > 0) void loadAccount()
  }, [notAllowed])
}
