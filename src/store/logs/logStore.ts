import { create } from 'zustand'
import { openLogShelf, type StoredLog, type LogStorage } from '../../storage/logShelf.ts'
import { useSession } from '../../api/session.ts'
import { logUserId, noteKeptLogs } from './logUser.ts'

interface LogState {
  /** Owner of these logs; null until they are read. */
  userId: number | null
  logs: readonly StoredLog[]
  isSending: boolean
  /** Whether the last attempt reached no server. */
  isAway: boolean
  /** False: this browser loses the logs when the page closes. */
  isDurable: boolean
}

/** Daily logs that this browser stores for the signed-in user until the server has them. */
export const useLogStore = create<LogState>()(() => ({
  userId: null,
  logs: [],
  isSending: false,
  isAway: false,
  isDurable: true,
}))

let shelf: Promise<LogStorage> | null = null
export function logShelf(): Promise<LogStorage> {
  shelf ??= openLogShelf()
  return shelf
}

// Hides the logs from the next user of this browser.
useSession.subscribe(({ session }, before) => {
  if (session?.token !== before.session?.token) useLogStore.setState(useLogStore.getInitialState(), true)
})

/**
 * Reads the stored logs of the signed-in user.
 * @returns the user's id; null when it is unknown, or changed while reading
 */
export async function readLogs(): Promise<number | null> {
  const userId = logUserId()
  if (userId === null) return null
  const opened = await logShelf()
  const logs = await opened.logs(userId)
  noteKeptLogs(await opened.count())
  if (logUserId() !== userId) return null
  useLogStore.setState({ userId, logs, isDurable: opened.isDurable })
  return userId
}

/** Saves the current state of a log. */
export async function saveLog(log: StoredLog): Promise<void> {
  await (await logShelf()).put(log)
  await readLogs()
}

/** Deletes a log that the server has received or its author has discarded. */
export async function dropLog(log: StoredLog): Promise<void> {
  await (await logShelf()).remove(log)
  await readLogs()
}

/** Returns the logs of a user that signing out would lose. */
export async function storedLogsOf(userId: number): Promise<readonly StoredLog[]> {
  return (await logShelf()).logs(userId)
}

/** Deletes everything stored for a user. */
export async function clearLogs(userId: number): Promise<void> {
  const opened = await logShelf()
  await opened.clear(userId)
  noteKeptLogs(await opened.count())
}
