import type { AuthService } from '../../auth/authService.ts'
import { machineNow } from '../../clock.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import { readLanguage } from '../../languages.ts'
import { writeAnswer } from '../../notify/answerTemplate.ts'
import { audit } from '../../records/audit.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { between } from '../../records/page.ts'
import { selectRecords } from '../../records/select.ts'
import { first } from '../../records/transaction.ts'
import { lockUnclaimedPicture } from '../files/files.ts'
import { insertNotices, emitNotices } from '../office/notices.ts'
import { notePictures } from './contentPictures.ts'

/** Maximum length of a quotation in a notice, characters. */
const maxQuoteLength = 200

export const feedback = describeRecords('feedback', {
  noun: 'feedback',
  table: 'feedback',
  fields: {
    text: 'message',
    imageIds: (sql) =>
      sql`array(select file_id from content_pictures where owner = 'FEEDBACK' and owner_id = r.id order by file_id)`,
    userName: (sql) => sql`(select user_name from users where users.id = r.user_id)`,
    answeredBy: (sql) => sql`(select display_name from users where users.id = r.answered_by)`,
  },
  filters: {
    receivedFrom: (sql, from) => between(sql, 'r.received_at', from, undefined),
    receivedTo: (sql, to) => between(sql, 'r.received_at', undefined, to),
  },
  visible: (sql) => sql`true`,
  sort: { field: 'id', order: 'desc' },
  hooks: {
    async beforeSave({ caller, before, input: { answer } }) {
      if (answer === undefined || answer === before?.answer) return {}
      if (answer === null) return { answered_by: null, answered_at: null, answered_to: null }
      return { answered_by: caller.userId, answered_at: machineNow(), answered_to: before?.contact ?? null }
    },
    async afterSave({ sql, context, before, after, afterCommit }) {
      if (after.answer === null || after.answer === before?.answer) return
      const [writer] = await sql<
        { userId: number | null; language: string | null }[]
      >`select user_id as "userId", language from feedback where id = ${after.id}`
      const params = { text: after.text.slice(0, maxQuoteLength), answer: after.answer }
      const at = machineNow()
      if (after.answeredTo !== null)
        await writeAnswer(sql, {
          ...params,
          contact: after.answeredTo,
          language: readLanguage(writer?.language ?? undefined),
          at,
        })
      const recipients = writer === undefined || writer.userId === null ? [] : [writer.userId]
      const notices = await insertNotices(sql, recipients, {
        type: 'message',
        code: 'FEEDBACK_ANSWERED',
        params,
        path: null,
        at,
      })
      afterCommit(() => emitNotices(context, notices))
    },
  },
})

/**
 * Limits feedback per network, or per user who is signed in. Unauthenticated callers also share one limit, so that many networks fill the
 * database no faster than one.
 * @param rows rows that the feedback adds: itself and its pictures
 * @throws CallError TOO_MANY_TRIES
 */
function countFeedback(auth: Pick<AuthService, 'count'>, address: string, userId: number | null, rows: number): void {
  if (userId !== null) return auth.count('feedback', address, `user ${userId}`)
  auth.count('feedback', address)
  auth.count('feedbackOfStrangers', address, 'all', rows)
}

export const feedbackHandlers: HandlersOf<'feedback'> = {
  ...recordHandlers(feedback),

  async send({ text, imageIds = [], contact = null, appVersion = null }, caller, context, { language }) {
    const { sql, auth, events } = context
    const userId = caller.userId === 0 ? null : caller.userId
    countFeedback(auth, caller.address, userId, 1 + imageIds.length)
    const id = await sql.begin(async (transaction) => {
      const now = machineNow()
      const added = first(
        await transaction<{ id: number }[]>`
        insert into feedback (message, contact, user_id, app_version, language, received_at) values (${text}, ${contact}, ${userId}, ${appVersion}, ${language}, ${now}) returning id`,
      )
      for (const [place, imageId] of [...new Set(imageIds)].entries()) {
        if (!(await lockUnclaimedPicture(transaction, imageId)))
          throw new CallError('BAD_SHAPE', { fields: { [`imageIds.${place}`]: 'unknown' } })
      }
      await notePictures(transaction, { kind: 'FEEDBACK', id: added.id }, { imageIds })
      const after = first(await selectRecords(transaction, feedback, transaction`r.id = ${added.id}`))
      await audit(transaction, caller, now, {
        action: 'ADD',
        noun: feedback.noun,
        nounId: added.id,
        before: null,
        after,
      })
      return added.id
    })
    events.emit('recordsChanged', { noun: 'feedback', ids: [id] })
    return {}
  },
}
