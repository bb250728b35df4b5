import { z } from 'zod'
import { create } from 'zustand'
import type { Login } from '#contract/people/auth.ts'
import { type WallScreen, wallScreenSchema } from '#contract/people/wallScreens.ts'
import type { EndReason } from '#contract/live/live.ts'
import { organisationKindSchema, roleSchema, type OrganisationKind, type Role } from '#contract/people/roles.ts'

export interface Session {
  token: string
  /** The role that decides what is shown; null has none, and sees the monitor alone. */
  role: Role | null
  organisationId: number | null
  organisationKind: OrganisationKind | null
  organisationName: string | null
  /** What a paired wall shows, which opens nothing else; absent or null: a person's session, or a wall whose account was never read. */
  shows?: WallScreen | null
}

/** The names under which a session is kept in the browser; all but the last are the specification's. */
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
    // One bare name is as good as a list of one.
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
    // The session then lasts as long as the page.
  }
}

interface SessionState {
  session: Session | null
  /** How the last try to sign in on this page went; null before the first. */
  loginStatus: 'ok' | 'error' | null
  /** Why the last session ended under the person, to be told at the login; null: it did not. */
  endedBy: EndReason | 'UNKNOWN' | null
}

export const useSession = create<SessionState>()(() => ({ session: read(), loginStatus: null, endedBy: null }))

/** @param login.shows what a wall shows, for one that was paired */
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

/** What this paired wall shows; null: the session is a person's, or there is none. */
export function useWall(): WallScreen | null {
  return useSession(({ session }) => session?.shows ?? null)
}

/** A try to sign in was refused, or is about to be made again (null). */
export function setLoginStatus(loginStatus: 'error' | null): void {
  useSession.setState({ loginStatus })
}

/**
 * The server's newer word on who is signed in, in place of what was told at the login.
 * @param token of the session that the server was asked about; another one that has begun meanwhile stays as it is
 */
export function updateSession(token: string | undefined, changes: Partial<Omit<Session, 'token'>>): void {
  const { session } = useSession.getState()
  if (!session || session.token !== token) return
  const next = { ...session, ...changes }
  if (JSON.stringify(next) === JSON.stringify(session)) return
  write(next)
  useSession.setState({ session: next })
}

/** Whether a person signed out, or the session ended under them: expired, ended elsewhere, their account disabled. */
export type Ending = 'signedOut' | 'ended'

const listeners = new Set<(ending: Ending) => void>()

/** Calls back when a session is about to end, while the page still shows what was typed into it. */
export function beforeSessionEnds(listener: (ending: Ending) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Forgets who was signed in; whatever screen needs a session then sends the browser to the login. Every end of a session
 * in this tab comes by here: a sign-out, a 401, the live wire's word.
 * @param reason why it ended under the person, where the server has said so
 */
export function endSession(ending: Ending = 'ended', reason: EndReason | 'UNKNOWN' = 'UNKNOWN'): void {
  const { session } = useSession.getState()
  if (ending === 'ended' && session) {
    if (renewal) {
      renewal.endedMeanwhile = true
      return
    }
    // Another tab has gone on with a newer token: this one goes on with that, and does not take it away.
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

/** While a call is out that ends every session and answers a new one. */
let renewal: { endedMeanwhile: boolean } | null = null

/** Whether the same person goes on with another token just now. */
export function isRenewing(): boolean {
  return renewal !== null
}

/**
 * Goes on with the token that a call answers, such as a change of the password: it ends every session, this one too, and
 * the live wire may tell of that before the answer is there.
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

/** Another tab signed in or out: this one follows. */
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
