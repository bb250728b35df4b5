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

/** Of no use before somebody is signed in. */
const IdleNotice = lazyChunk(async () => (await import('../banners/IdleNotice.tsx')).IdleNotice)
/** Loaded when somebody has to prove that it is they. */
const ProofDialog = lazyChunk(async () => (await import('../proof/ProofDialog.tsx')).ProofDialog)

/** The frame of every page, walls too: the live wire, the line of progress, and the reactions to the server's refusals. */
export function RootLayout() {
  useLook()
  useLive()
  useKeptLogs()
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

/** One live wire for as long as somebody is signed in, whatever page is open. */
function useLive(): void {
  const token = useSession((state) => state.session?.token ?? null)
  // Another role acts at once, whatever page is open.
  useAccountQuery()
  useEffect(() => {
    if (token === null) return
    const ended = new AbortController()
    // Its script is not part of the login's.
    void loadChunk(() => import('../../store/live.ts'), true).then(({ startLive }) => {
      if (!ended.signal.aborted) ended.signal.addEventListener('abort', startLive(token))
    })
    return () => ended.abort()
  }, [token])
}

/** Daily logs that were written without a network are sent whatever page is open. */
function useKeptLogs(): void {
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
    // Only a new refusal leads there: whoever then goes elsewhere is sent back by the next one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due])
  useEffect(() => {
    // A caller who is refused something that the page offers may have another role by now.
    if (notAllowed > 0) void loadAccount()
  }, [notAllowed])
}
