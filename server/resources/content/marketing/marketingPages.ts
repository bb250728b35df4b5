import {
  type MarketingPage,
  marketingPageSchema,
  maxPageItems,
  type PageList,
} from '#contract/content/marketingPages.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { audit } from '../../../records/audit.ts'
import { readEntries } from '../../../records/read.ts'
import { inTransaction } from '../../../records/transaction.ts'
import { picturesOfOrganisation, renderOrganisationPreview } from '../../../site/pages/organisation.ts'
import { pictureSizes } from '../../files/pictureSizes.ts'
import { cleanRichTexts } from '../../../cleaner/richTexts.ts'
import { type NamedPictures, notePictures, picturesOfTexts, requirePictures } from '../contentPictures.ts'
import { orderedIds } from '../order.ts'
import { readMenus } from '../published.ts'
import { cleanDraft, pageWith, picturesOfDraft, placed } from './draft.ts'
import { picturesOfPage, readMarketingPage, readOwnPage, sectionOf, writeOrder } from './marketingPageRows.ts'

/** The audit noun of a page, and its schema. */
const noted = { noun: 'marketingPage', item: marketingPageSchema }

/** A change of an organisation's page, in its transaction. */
interface PageChange {
  sql: Queries
  organisationId: number
  before: MarketingPage
}

/** Maximum length of a page as JSON, characters: visitors load it as a whole. */
const maxPageLength = 1_000_000

/** What a change writes, and the pictures that it uses. */
interface Work {
  version: number | undefined
  /** The input field named in the error when the page gets too long. */
  text?: string
  pictures?: NamedPictures
  write: (change: PageChange) => Promise<void>
}

/** Returns the organisation whose page the caller edits. @throws CallError NOT_ALLOWED when the caller has no organisation */
function organisationOf({ organisationId }: Caller): number {
  if (organisationId === null) throw new CallError('NOT_ALLOWED')
  return organisationId
}

/**
 * Changes the page of the caller's organisation. A change without effect writes nothing.
 * @throws CallError CONFLICT with the present page, when the editor has seen another version; BAD_SHAPE when a picture is not theirs,
 * or the page gets too long
 */
async function changePage(
  { sql, events }: Context,
  caller: Caller,
  { version, text, pictures = {}, write }: Work,
): Promise<MarketingPage> {
  const organisationId = organisationOf(caller)
  const page = await inTransaction(sql, async (transaction) => {
    await transaction`insert into organisation_pages (organisation_id) values (${organisationId}) on conflict do nothing`
    await transaction`select from organisation_pages where organisation_id = ${organisationId} for update`
    const before = await readOwnPage(transaction, organisationId)
    if (version !== undefined && version !== before.version)
      throw new CallError('CONFLICT', { fields: { version: 'stale' }, current: before })
    await requirePictures(transaction, caller, { kind: 'ORGANISATION', id: organisationId }, pictures)
    await write({ sql: transaction, organisationId, before })
    const written = await readOwnPage(transaction, organisationId)
    if (before.version > 0 && JSON.stringify(written) === JSON.stringify(before)) return before
    const now = machineNow()
    const after = { ...written, version: before.version + 1 }
    await transaction`update organisation_pages set version = ${after.version}, updated_at = ${now} where organisation_id = ${organisationId}`
    if (text !== undefined && JSON.stringify(after).length > maxPageLength)
      throw new CallError('BAD_SHAPE', { fields: { [text]: 'too_big' } })
    await notePictures(transaction, { kind: 'ORGANISATION', id: organisationId }, picturesOfPage(after))
    await audit(transaction, caller, now, {
      action: 'EDIT',
      noun: noted.noun,
      nounId: organisationId,
      before: changedIn(before, after),
      after: changedIn(after, before),
    })
    return after
  })
  events.emit('recordsChanged', { noun: 'marketingPages', ids: [organisationId], organisationIds: [organisationId] })
  return page
}

/** Returns the parts of a page that differ from another version: changed items of list sections, or only their names when just the order differs. */
function changedIn(page: MarketingPage, other: MarketingPage): Partial<MarketingPage> {
  const fields = Object.entries(page).flatMap(([field, value]: [string, unknown]) => {
    const otherValue: unknown = Reflect.get(other, field)
    if (JSON.stringify(value) === JSON.stringify(otherValue)) return []
    if (!Array.isArray(value) || !Array.isArray(otherValue)) return [[field, value]]
    const same = new Set(otherValue.map((item) => JSON.stringify(item)))
    const changed = value.filter((item) => !same.has(JSON.stringify(item)))
    const isReordered = changed.length === 0 && value.length === otherValue.length
    return [[field, isReordered ? value.map(nameOf) : changed]]
  })
  return Object.fromEntries(fields)
}

/** Returns an item with only its id and name or title. */
function nameOf(item: object): object {
  return Object.fromEntries(Object.entries(item).filter(([field]) => ['id', 'title', 'name'].includes(field)))
}

/** Adds or changes an item of a section. @param publishedOn the day of a news item @throws CallError NOT_FOUND; BAD_SHAPE when the section is full */
function writeItem(list: PageList, id: number | undefined, content: object, publishedOn?: string): Work['write'] {
  return async ({ sql, organisationId, before }) => {
    const json = sql`${JSON.stringify(content)}::text::jsonb`
    const [row] =
      id === undefined
        ? await sql<{ id: number }[]>`
            insert into organisation_page_items (organisation_id, section, content, position) select ${organisationId}, ${sectionOf[list]}, ${json}, ${maxPageItems}
            where (select count(*) from organisation_page_items where organisation_id = ${organisationId} and section = ${sectionOf[list]}) < ${maxPageItems} returning id`
        : await sql<{ id: number }[]>`
            update organisation_page_items set content = ${json} where id = ${id} and organisation_id = ${organisationId} and section = ${sectionOf[list]} returning id`
    if (row === undefined)
      throw id === undefined ? new CallError('BAD_SHAPE', { fields: { id: 'too_many' } }) : new CallError('NOT_FOUND')
    const items: readonly { id: number; publishedOn?: string }[] = before[list]
    await writeOrder(
      sql,
      organisationId,
      list,
      placed(items, { id: row.id, ...(publishedOn !== undefined && { publishedOn }) }).map((item) => item.id),
    )
  }
}

function removeItem(list: PageList, id: number): Work {
  return {
    version: undefined,
    async write({ sql, organisationId }) {
      const removed =
        await sql`delete from organisation_page_items where id = ${id} and organisation_id = ${organisationId} and section = ${sectionOf[list]}`
      if (removed.count === 0) throw new CallError('NOT_FOUND')
    },
  }
}

export const marketingPageHandlers: HandlersOf<'marketingPages'> = {
  async page({ orgId }, caller, { sql }) {
    const isOwn =
      caller.organisationId === orgId && caller.role.startsWith('ADMIN_') && caller.role !== 'ADMIN_PLATFORM'
    const page = isOwn ? await readOwnPage(sql, orgId) : await readMarketingPage(sql, orgId)
    if (page === null) throw new CallError('NOT_FOUND')
    return page
  },

  async preview(input, caller, { sql, cleaner }, { language }) {
    const id = organisationOf(caller)
    const draft = await cleanDraft({ cleaner }, input)
    const page = pageWith(await readOwnPage(sql, id), draft)
    await requirePictures(sql, caller, { kind: 'ORGANISATION', id }, picturesOfDraft(draft))
    return {
      html: renderOrganisationPreview(
        page,
        await pictureSizes(sql, picturesOfOrganisation(page)),
        language,
        await readMenus(sql),
      ),
    }
  },

  order: ({ section, ids }, caller, context) =>
    changePage(context, caller, {
      version: undefined,
      write: ({ sql, organisationId, before }) =>
        writeOrder(
          sql,
          organisationId,
          section,
          orderedIds(
            before[section].map(({ id }) => id),
            ids,
          ),
        ),
    }),

  async history(input, caller, { sql }) {
    if (input.id !== organisationOf(caller)) throw new CallError('NOT_FOUND')
    return readEntries(sql, noted, input)
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
    const { introduction: clean } = await cleanRichTexts(context.cleaner, { introduction })
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
    changePage(context, caller, {
      version,
      text: 'text',
      pictures: { imageIds: useCase.imageIds },
      write: writeItem('useCases', id, useCase),
    }),
  removeUseCase: ({ id }, caller, context) => changePage(context, caller, removeItem('useCases', id)),

  async saveNews({ id, version, ...news }, caller, context) {
    const { body } = await cleanRichTexts(context.cleaner, { body: news.body })
    return changePage(context, caller, {
      version,
      text: 'body',
      pictures: picturesOfTexts({ body }),
      write: writeItem('news', id, { ...news, body }, news.publishedOn),
    })
  },
  removeNews: ({ id }, caller, context) => changePage(context, caller, removeItem('news', id)),

  savePartnership: ({ id, version, name, logoId = null, link = null }, caller, context) =>
    changePage(context, caller, {
      version,
      pictures: { logoId: [logoId] },
      write: writeItem('partnerships', id, { name, logoId, link }),
    }),
  removePartnership: ({ id }, caller, context) => changePage(context, caller, removeItem('partnerships', id)),

  saveLink: ({ id, version, ...link }, caller, context) =>
    changePage(context, caller, { version, write: writeItem('links', id, link) }),
  removeLink: ({ id }, caller, context) => changePage(context, caller, removeItem('links', id)),
}
