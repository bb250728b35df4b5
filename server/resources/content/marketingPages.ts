import { type MarketingPage, maxPageItems } from '#contract/content/marketingPages.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit } from '../../records/audit.ts'
import { inTransaction } from '../../records/transaction.ts'
import { cleanRichText } from './cleaner/richTexts.ts'
import { type NamedPictures, notePictures, picturesOfTexts, requirePictures } from './contentPictures.ts'
import { picturesOfPage, readMarketingPage, readOwnPage, type Section } from './marketingPageRows.ts'

/** A change of an organisation's page, in its transaction. */
interface PageChange {
  sql: Queries
  organisationId: number
}

/** A page is read as a whole by whoever visits it: so long is all that it says, characters. */
const mostOfPage = 1_000_000

/** What is changed, and the pictures that it names. */
interface Work {
  version: number | undefined
  /** The field of the input that makes the page longer. */
  text?: string
  pictures?: NamedPictures
  write: (change: PageChange) => Promise<void>
}

/**
 * Changes the page of the caller's organisation.
 * @throws CallError CONFLICT with the page as it is now, where its editor has seen another version; BAD_SHAPE for a picture that is none of theirs,
 *   and where the page gets too long
 */
async function changePage({ sql, events }: Context, caller: Caller, { version, text, pictures = {}, write }: Work): Promise<MarketingPage> {
  const { organisationId } = caller
  if (organisationId === null) throw new CallError('NOT_ALLOWED')
  const page = await inTransaction(sql, async (transaction) => {
    await transaction`insert into organisation_pages (organisation_id) values (${organisationId}) on conflict do nothing`
    await transaction`select from organisation_pages where organisation_id = ${organisationId} for update`
    const before = await readOwnPage(transaction, organisationId)
    if (version !== undefined && version !== before.version) throw new CallError('CONFLICT', { fields: { version: 'stale' }, current: before })
    await requirePictures(transaction, caller, { kind: 'ORGANISATION', id: organisationId }, pictures)
    await write({ sql: transaction, organisationId })
    const now = machineNow()
    await transaction`update organisation_pages set version = version + 1, updated_at = ${now} where organisation_id = ${organisationId}`
    const after = await readOwnPage(transaction, organisationId)
    if (text !== undefined && JSON.stringify(after).length > mostOfPage) throw new CallError('BAD_SHAPE', { fields: { [text]: 'too_big' } })
    await notePictures(transaction, { kind: 'ORGANISATION', id: organisationId }, picturesOfPage(after))
    await audit(transaction, caller, now, { action: 'EDIT', noun: 'marketingPage', nounId: organisationId, before: changedIn(before, after), after: changedIn(after, before) })
    return after
  })
  events.emit('recordsChanged', { noun: 'marketingPages', ids: [organisationId], organisationIds: [organisationId] })
  return page
}

/** What of a page is not the same in another version of it: of sections that are lists, the items. */
function changedIn(page: MarketingPage, other: MarketingPage): Partial<MarketingPage> {
  const fields = Object.entries(page).flatMap(([field, value]: [string, unknown]) => {
    const otherValue: unknown = Reflect.get(other, field)
    if (JSON.stringify(value) === JSON.stringify(otherValue)) return []
    if (!Array.isArray(value) || !Array.isArray(otherValue)) return [[field, value]]
    const same = new Set(otherValue.map((item) => JSON.stringify(item)))
    return [[field, value.filter((item) => !same.has(JSON.stringify(item)))]]
  })
  return Object.fromEntries(fields)
}

/** Adds an item to a section, or changes one of it. @throws CallError NOT_FOUND; BAD_SHAPE where the section is full */
function writeItem(section: Section, id: number | undefined, content: object): Work['write'] {
  return async ({ sql, organisationId }) => {
    const json = sql`${JSON.stringify(content)}::text::jsonb`
    if (id !== undefined) {
      const changed = await sql`update organisation_page_items set content = ${json} where id = ${id} and organisation_id = ${organisationId} and section = ${section}`
      if (changed.count === 0) throw new CallError('NOT_FOUND')
      return
    }
    const added = await sql`
      insert into organisation_page_items (organisation_id, section, content) select ${organisationId}, ${section}, ${json}
      where (select count(*) from organisation_page_items where organisation_id = ${organisationId} and section = ${section}) < ${maxPageItems}`
    if (added.count === 0) throw new CallError('BAD_SHAPE', { fields: { id: 'too_many' } })
  }
}

function removeItem(section: Section, id: number): Work {
  return {
    version: undefined,
    async write({ sql, organisationId }) {
      const removed = await sql`delete from organisation_page_items where id = ${id} and organisation_id = ${organisationId} and section = ${section}`
      if (removed.count === 0) throw new CallError('NOT_FOUND')
    },
  }
}

export const marketingPageHandlers: HandlersOf<'marketingPages'> = {
  async page({ orgId }, caller, { sql }) {
    const isOwn = caller.organisationId === orgId && caller.role.startsWith('ADMIN_') && caller.role !== 'ADMIN_PLATFORM'
    const page = isOwn ? await readOwnPage(sql, orgId) : await readMarketingPage(sql, orgId)
    if (page === null) throw new CallError('NOT_FOUND')
    return page
  },

  saveBanner: ({ bannerImgId, version }, caller, context) =>
    changePage(context, caller, {
      version,
      pictures: { bannerImgId: [bannerImgId] },
      async write({ sql, organisationId }) {
        await sql`update organisation_pages set banner_image_id = ${bannerImgId} where organisation_id = ${organisationId}`
      },
    }),

  async saveIntroduction({ introduction, version }, caller, context) {
    const clean = cleanRichText(introduction, 'introduction')
    return changePage(context, caller, {
      version,
      text: 'introduction',
      pictures: picturesOfTexts({ introduction: clean }),
      async write({ sql, organisationId }) {
        await sql`update organisation_pages set introduction = ${clean} where organisation_id = ${organisationId}`
      },
    })
  },

  saveOfficialAccount: ({ officialAccountImgId, version }, caller, context) =>
    changePage(context, caller, {
      version,
      pictures: { officialAccountImgId: [officialAccountImgId] },
      async write({ sql, organisationId }) {
        await sql`update organisation_pages set official_account_image_id = ${officialAccountImgId} where organisation_id = ${organisationId}`
      },
    }),

  saveUseCase: ({ id, version, ...useCase }, caller, context) =>
    changePage(context, caller, { version, text: 'text', pictures: { imageIds: useCase.imageIds }, write: writeItem('USE_CASE', id, useCase) }),
  removeUseCase: ({ id }, caller, context) => changePage(context, caller, removeItem('USE_CASE', id)),

  async saveNews({ id, version, ...news }, caller, context) {
    const body = cleanRichText(news.body, 'body')
    return changePage(context, caller, { version, text: 'body', pictures: picturesOfTexts({ body }), write: writeItem('NEWS', id, { ...news, body }) })
  },
  removeNews: ({ id }, caller, context) => changePage(context, caller, removeItem('NEWS', id)),

  savePartnership: ({ id, version, name, logoId = null, link = null }, caller, context) =>
    changePage(context, caller, { version, pictures: { logoId: [logoId] }, write: writeItem('PARTNERSHIP', id, { name, logoId, link }) }),
  removePartnership: ({ id }, caller, context) => changePage(context, caller, removeItem('PARTNERSHIP', id)),

  saveLink: ({ id, version, ...link }, caller, context) => changePage(context, caller, { version, write: writeItem('LINK', id, link) }),
  removeLink: ({ id }, caller, context) => changePage(context, caller, removeItem('LINK', id)),
}
