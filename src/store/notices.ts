import { create } from 'zustand'
import { endpoints } from '#contract/endpoints.ts'
import type { Notice, NoticeCounts, NoticeType } from '#contract/notices.ts'
import type { NoticeNews } from '#streams/notices.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'

interface NoticeState extends NoticeCounts {
  /** The newest ones that were not cleared, the newest first. */
  list: readonly Notice[]
  /** Whether the list has been read: before, an empty one means nothing. */
  known: boolean
  /** Whether the last try to read it failed. */
  failed: boolean
}

export const useNotices = create<NoticeState>()(() => ({ list: [], notifyCount: 0, unreadCount: 0, known: false, failed: false }))

/** As many as the server answers. */
const most = 200

/** Reads the list; one that can't be read just now stays as it was. */
export async function loadNotices(): Promise<void> {
  const token = useSession.getState().session?.token
  if (token === undefined) return
  try {
    const { list, notifyCount, unreadCount } = await call(endpoints.notices.list, {}, { quiet: true })
    if (useSession.getState().session?.token === token) useNotices.setState({ list, notifyCount, unreadCount, known: true, failed: false })
  } catch {
    // The live wire reads it again when it is back.
    useNotices.setState({ failed: true })
  }
}

/** Takes in what the live wire tells: a new one, or that another screen has read or cleared some. */
export function takeNoticeNews({ counts, notice }: NoticeNews): void {
  useNotices.setState(counts)
  if (notice === null) void loadNotices()
  else useNotices.setState(({ list }) => ({ list: [notice, ...list.filter(({ id }) => id !== notice.id)].slice(0, most) }))
}

/** Marks notices read: these, or all of a type, or all. What failed was told to the person. */
export async function readNotices(which: { ids?: number[]; type?: NoticeType }): Promise<void> {
  const isMeant = (notice: Notice) => (which.ids?.includes(notice.id) ?? true) && (which.type === undefined || notice.type === which.type)
  const counts = await call(endpoints.notices.read, which)
  useNotices.setState(({ list }) => ({ ...counts, list: list.map((notice) => (isMeant(notice) ? { ...notice, read: true } : notice)) }))
}

/** Clears the notices of a type. What failed was told to the person. */
export async function clearNotices(type: NoticeType): Promise<void> {
  const counts = await call(endpoints.notices.clear, { type })
  useNotices.setState(({ list }) => ({ ...counts, list: list.filter((notice) => notice.type !== type) }))
}
