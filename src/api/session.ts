import { z } from 'zod'
import { create } from 'zustand'
import type { Login } from '#contract/people/auth.ts'
import { type WallScreen, wallScreenSchema } from '#contract/people/wallScreens.ts'
import type { EndReason } from '#contract/live/live.ts'
import { organisationKindSchema, roleSchema, type OrganisationKind, type Role } from '#contract/people/roles.ts'

export interface Session {
  token: string
  /** Role that decides what is displayed; null: no role, which sees only the monitor. */
  role: Role | null
  organisationId: number | null
  organisationKind: OrganisationKind | null
  organisationName: string | null
  /** Content of a paired wall, which opens nothing else; absent or null: a user's session, or a wall whose account was never loaded. */
  shows?: WallScreen | null
}

/** Keys under which the browser stores a session; all but the last come from the specification. */
const keys = {
  token: 'loginToken',
  authority: 'authority',
  organisationId: 'userOrgId',
  organisationKind: 'userOrgRole',
  organisationName: 'organizationName',
  shows: 'wallShows',
} as const

const authoritySchema = z.union([z.array(z.string()), z.string()])

function readAuthority(text: string | null): Role | null {
  if (text === null) return null
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    // A single bare name counts as a list of one.
  }
  const names = authoritySchema.safeParse(value).data ?? []
  return roleSchema.safeParse(typeof names === 'string' ? names : names[0]).data ?? null
}

function read(): Session | null {
  try {
    const token = localStorage.getItem(keys.token)
    if (!token) return null
    const organisationId = Number(localStorage.getItem(keys.organisationId))
    return {
      token,
      role: readAuthority(localStorage.getItem(keys.authority)),
      organisationId: organisationId > 0 ? organisationId : null,
      organisationKind: organisationKindSchema.safeParse(localStorage.getItem(keys.organisationKind)).data ?? null,
      organisationName: localStorage.getItem(keys.organisationName),
      shows: wallScreenSchema.safeParse(localStorage.getItem(keys.shows)).data ?? null,
    }
  } catch {
    return null
  }
}

function write(session: Session | null): void {
  const values: Record<string, string | null> = {
    [keys.token]: session?.token ?? null,
    [keys.authority]: session?.role ? JSON.stringify([session.role]) : null,
    [keys.organisationId]: session?.organisationId ? String(session.organisationId) : null,
    [keys.organisationKind]: session?.organisationKind ?? null,
    [keys.organisationName]: session?.organisationName ?? null,
    [keys.shows]: session?.shows ?? null,
  }
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  } catch {
    // Storage is unavailable: the session lasts as long as the page.
  }
}

interface SessionState {
  session: Session | null
  /** Result of the last sign-in attempt on this page; null before the first. */
  loginStatus: 'ok' | 'error' | null
  /** Why the last session ended unexpectedly, for display on the sign-in page; null: it did not. */
  endedBy: EndReason | 'UNKNOWN' | null
}

export const useSession = create<SessionState>()(() => ({ session: read(), loginStatus: null, endedBy: null }))

/** @param login.shows content of a paired wall */
export function beginSession(login: Login & { shows?: WallScreen }): void {
  const session: Session = {
    token: login.token,
    role: login.role,
    organisationId: login.userOrgId,
    organisationKind: login.organizationRole,
    organisationName: login.organizationName,
    shows: login.shows ?? null,
  }
  write(session)
  useSession.setState({ session, loginStatus: 'ok', endedBy: null })
}

/** Returns the content of this paired wall; null: a user's session, or none. */
export function useWall(): WallScreen | null {
  return useSession(({ session }) => session?.shows ?? null)
}

/** Records that a sign-in was refused, or is about to be repeated (null). */
export function setLoginStatus(loginStatus: 'error' | null): void {
  useSession.setState({ loginStatus })
}

/**
 * Replaces session data from the sign-in by newer data from the server.
 * @param token session that the server was asked about; a session that began since then stays unchanged
 */
export function updateSession(token: string | undefined, changes: Partial<Omit<Session, 'token'>>): void {
  const { session } = useSession.getState()
  if (!session || session.token !== token) return
  const next = { ...session, ...changes }
  if (JSON.stringify(next) === JSON.stringify(session)) return
  write(next)
  useSession.setState({ session: next })
}

/** Whether the user signed out, or the session ended by itself: expired, ended elsewhere, account disabled. */
export type Ending = 'signedOut' | 'ended'

const listeners = new Set<(ending: Ending) => void>()

/** Calls back when a session is about to end, while the page still holds unsaved input. */
export function beforeSessionEnds(listener: (ending: Ending) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Forgets the session; screens that need one then redirect to the sign-in page. Every end of a session
 * in this tab comes through here: a sign-out, a 401, a live event.
 * @param reason why the session ended, if the server has given a reason
 */
export function endSession(ending: Ending = 'ended', reason: EndReason | 'UNKNOWN' = 'UNKNOWN'): void {
  const { session } = useSession.getState()
  if (ending === 'ended' && session) {
    if (renewal) {
      renewal.endedMeanwhile = true
      return
    }
    // Another tab continues with a newer token: this tab adopts it rather than deleting it.
    const stored = read()
    if (stored && stored.token !== session.token) {
      useSession.setState({ session: stored })
      return
    }
  }
  if (session) for (const listener of listeners) listener(ending)
  write(null)
  useSession.setState({ session: null, loginStatus: null, endedBy: ending === 'ended' && session ? reason : null })
}

/** Set while a call is pending that ends every session and returns a new one. */
let renewal: { endedMeanwhile: boolean } | null = null

/** Returns whether the user's token is being replaced right now. */
export function isRenewing(): boolean {
  return renewal !== null
}

/**
 * Replaces the token by the one that a call returns, such as a password change. The call ends every session, this one too;
 * the live connection may report that before the reply arrives.
 */
export async function renewSession(renew: () => Promise<{ token: string }>): Promise<void> {
  const current = { endedMeanwhile: false }
  renewal = current
  try {
    const { token } = await renew()
    const { session } = useSession.getState()
    if (!session) return
    write({ ...session, token })
    useSession.setState({ session: { ...session, token } })
    current.endedMeanwhile = false
  } finally {
    renewal = null
    if (current.endedMeanwhile) endSession()
  }
}

/** Follows sign-ins and sign-outs in other tabs. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    const isOurs = event.key === null || Object.values<string>(keys).includes(event.key)
    if (!isOurs) return
    const session = read()
    if (session) useSession.setState({ session })
    else if (useSession.getState().session) endSession()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
