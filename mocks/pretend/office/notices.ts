import type { Notice, NoticeCounts, NoticeType } from '#contract/notices.ts'
import type { Answers } from '../answer.ts'
import type { People } from '../people.ts'
import { Table } from '../table.ts'

interface NoticeRow extends Notice {
  userId: number
}

type NewNotice = Omit<Notice, 'id' | 'at' | 'read'>

/** The notices of all who are pretended. */
export interface NoticeBook {
  of(userId: number): readonly NoticeRow[]
  counts(userId: number): NoticeCounts
  tell(userIds: readonly number[], notice: NewNotice): void
  read(userId: number, which: (notice: Notice) => boolean): void
  clear(which: (notice: NoticeRow) => boolean): void
}

export function createNoticeBook(): NoticeBook {
  const notices = new Table<NoticeRow>()
  const of = (userId: number) => notices.all().filter((notice) => notice.userId === userId).toReversed()
  return {
    of,
    counts(userId) {
      const own = of(userId)
      return { notifyCount: own.length, unreadCount: own.filter(({ read }) => !read).length }
    },
    tell(userIds, notice) {
      const at = new Date().toISOString()
      for (const userId of userIds) notices.add((id) => ({ ...notice, id, at, userId, read: false }))
    },
    read(userId, which) {
      for (const notice of of(userId)) if (which(notice)) notices.edit(notice.id, { read: true })
    },
    clear(which) {
      for (const notice of notices.all().filter(which)) notices.remove(notice.id)
    },
  }
}

export function noticeAnswers(book: NoticeBook, { callerOf }: People): Answers['notices'] {
  const isOf = (type: NoticeType | undefined) => (notice: Notice) => type === undefined || notice.type === type
  return {
    list(_input, caller) {
      const { id } = callerOf(caller)
      return { ...book.counts(id), list: book.of(id).slice(0, 200) }
    },
    read({ ids, type }, caller) {
      const { id } = callerOf(caller)
      book.read(id, (notice) => isOf(type)(notice) && (ids?.includes(notice.id) ?? true))
      return book.counts(id)
    },
    clear({ type }, caller) {
      const { id } = callerOf(caller)
      book.clear((notice) => notice.userId === id && isOf(type)(notice))
      return book.counts(id)
    },
  }
}
