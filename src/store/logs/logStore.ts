import { create } from 'zustand'
import { openLogShelf, type KeptLog, type LogShelf } from '../../storage/logShelf.ts'
import { useSession } from '../../api/session.ts'
import { logUserId, noteKeptLogs } from './logUser.ts'

interface LogState {
  /** The owner of these logs; null until they are read. */
  userId: number | null
  logs: readonly KeptLog[]
  isSending: boolean
  /** The last try found no server. */
  isAway: boolean
  /** False: this browser keeps nothing longer than the page. */
  isDurable: boolean
}

/** The daily logs that this browser keeps for who is signed in, until the server has them. */
export const useLogStore = create<LogState>()(() => ({ userId: null, logs: [], isSending: false, isAway: false, isDurable: true }))

let shelf: Promise<LogShelf> | null = null
export function logShelf(): Promise<LogShelf> {
  shelf ??= openLogShelf()
  return shelf
}

// The next person at this browser sees nothing of them.
useSession.subscribe(({ session }, before) => {
  if (session?.token !== before.session?.token) useLogStore.setState(useLogStore.getInitialState(), true)
})

/** Reads what is kept for who is signed in. @returns their id; null: it is not known who that is */
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

/** Keeps a log as it is now. */
export async function keepLog(log: KeptLog): Promise<void> {
  await (await logShelf()).put(log)
  await readLogs()
}

/** Keeps it no longer: the server has it, or its author gave it up. */
export async function dropLog(log: KeptLog): Promise<void> {
  await (await logShelf()).remove(log)
  await readLogs()
}

/** The logs of a person that would be lost if they signed out and nothing stayed behind. */
export async function keptLogsOf(userId: number): Promise<readonly KeptLog[]> {
  return (await logShelf()).logs(userId)
}

/** Forgets everything that is kept for a person. */
export async function clearLogs(userId: number): Promise<void> {
  const opened = await logShelf()
  await opened.clear(userId)
  noteKeptLogs(await opened.count())
}
