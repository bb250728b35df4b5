import type { SavedView } from '#contract/office/savedViews.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import { first } from '../../records/transaction.ts'

/** Maximum views of one list for a user. */
const maxViews = 50

function columns(sql: Queries): Fragment {
  return sql`id, list, name, query, columns`
}

// Saved views are private: invisible to other users and not audited.
export const savedViewHandlers: HandlersOf<'savedViews'> = {
  async list({ list }, { userId }, { sql }) {
    return {
      list: [
        ...(await sql<SavedView[]>`
      select ${columns(sql)} from saved_views where user_id = ${userId} and list = ${list} order by lower(name), id`),
      ],
    }
  },

  async addOrEdit({ id, list, name, query, columns: shown }, { userId }, context) {
    if (id !== undefined) {
      const { sql } = context
      return first(
        await sql<SavedView[]>`
          update saved_views set name = ${name}, query = ${query}, columns = ${shown}::text[]
          where id = ${id} and user_id = ${userId} and list = ${list} returning ${columns(sql)}`,
      )
    }
    return context.sql.begin(async (sql) => {
      // Locks the user, so that concurrent inserts can't exceed the limit.
      await sql`select from users where id = ${userId} for no key update`
      const [count] = await sql<{ views: number }[]>`
        select count(*) as views from saved_views where user_id = ${userId} and list = ${list}`
      if ((count?.views ?? 0) >= maxViews) throw new CallError('CONFLICT', { fields: { name: 'too_many' } })
      return first(
        await sql<SavedView[]>`
          insert into saved_views (user_id, list, name, query, columns)
          values (${userId}, ${list}, ${name}, ${query}, ${shown}::text[]) returning ${columns(sql)}`,
      )
    })
  },

  async remove({ id }, { userId }, { sql }) {
    first(await sql`delete from saved_views where id = ${id} and user_id = ${userId} returning id`)
    return {}
  },
}
