import { type Article, type ArticleText, publishImmediately } from '#contract/content/articles.ts'
import { type ContentLanguage, contentLanguages } from '#contract/content/texts.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { textIn, contains, listOf } from '../../records/page.ts'
import { renderArticlePreview } from '../../site/pages/article.ts'
import { cleanRichTexts } from '../../cleaner/richTexts.ts'
import {
  forgetPictures,
  type NamedPictures,
  notePictures,
  picturesOfTexts,
  requirePictures,
} from './contentPictures.ts'
import { readMenus, readPublishedArticle, readPublishedArticles } from './published.ts'

type Texts = Article['texts']

/** Selects the state; publishing follows machine time. */
function stateOf(sql: Queries): Fragment {
  return sql`case when r.is_withdrawn then 'WITHDRAWN' when r.publish_at is null then 'DRAFT' when r.publish_at > ${machineNow()} then 'SCHEDULED' else 'PUBLISHED' end`
}

export const articles = describeRecords('articles', {
  noun: 'article',
  table: 'articles',
  fields: {
    title: (sql) => sql`(select r.headings -> language ->> 'title' from ${languagesOf(sql)} limit 1)`,
    languages: (sql) => sql`array(select language from ${languagesOf(sql)})`,
    coverImageId: 'cover_image_id',
    state: stateOf,
    author: (sql) => sql`(select display_name from users where users.id = r.author_id)`,
  },
  filters: {
    title: (sql, part) =>
      sql`exists (select from jsonb_each(r.headings) as said (language, heading) where ${contains(sql, sql`heading ->> 'title'`, part)})`,
    state: (sql, states) => textIn(sql, stateOf(sql), states),
  },
  visible: (sql) => sql`true`,
  sort: { field: 'id', order: 'desc' },
  hooks: {
    prepare: async ({ context, input }) => ({
      ...input,
      ...(input.texts && { texts: await cleanTexts(context, input.texts) }),
    }),
    async beforeSave({ sql, caller, before, input }) {
      await requirePictures(sql, caller, { kind: 'ARTICLE', id: null }, picturesOf(input))
      return {
        ...(input.publishAt === publishImmediately && { publish_at: machineNow() }),
        ...(before === null && { author_id: caller.userId }),
      }
    },
    afterSave: ({ sql, after }) => notePictures(sql, { kind: 'ARTICLE', id: after.id }, picturesOf(after)),
    beforePurge: ({ sql, before }) => forgetPictures(sql, { kind: 'ARTICLE', id: before.id }),
  },
})

/** Selects the languages of an article `r`, in fallback order. */
function languagesOf(sql: Queries): Fragment {
  return sql`(select language from unnest(${[...contentLanguages]}::text[]) with ordinality as l (language, place) where r.headings ? language order by place) said`
}

async function cleanTexts({ cleaner }: Pick<Context, 'cleaner'>, texts: Texts): Promise<Texts> {
  const entries = Object.entries(texts) as [ContentLanguage, ArticleText][]
  const fieldOf = (language: string) => `texts.${language}.body`
  const bodies = await cleanRichTexts(
    cleaner,
    Object.fromEntries(entries.map(([language, { body }]) => [fieldOf(language), body])),
  )
  return Object.fromEntries(
    entries.map(([language, text]) => [language, { ...text, body: bodies[fieldOf(language)] ?? '' }]),
  )
}

function picturesOf({
  texts,
  coverImageId,
}: {
  texts?: Texts | undefined
  coverImageId?: string | null | undefined
}): NamedPictures {
  const bodies = Object.entries(texts ?? {}).map(([language, text]) => [`texts.${language}.body`, text?.body])
  return { ...picturesOfTexts(Object.fromEntries(bodies)), coverImageId: [coverImageId] }
}

export const articleHandlers: HandlersOf<'articles'> = {
  ...recordHandlers(articles),

  async preview({ text, publishAt, ...article }, _caller, { cleaner, sql }) {
    const { 'text.body': body } = await cleanRichTexts(cleaner, { 'text.body': text.body })
    const publishedAt =
      publishAt === undefined || publishAt === null
        ? null
        : toInstant(publishAt === publishImmediately ? machineNow() : publishAt)
    return { html: renderArticlePreview({ ...article, text: { ...text, body }, publishedAt }, await readMenus(sql)) }
  },

  async published({ type, language, ...page }, _caller, { sql }, call) {
    const { list, total } = await readPublishedArticles(sql, {
      type,
      language: language ?? call.language,
      now: machineNow(),
      ...page,
    })
    return listOf(list, total, page)
  },

  async publishedDetail({ id, language }, _caller, { sql }, call) {
    const found = await readPublishedArticle(sql, { id, language: language ?? call.language, now: machineNow() })
    // A withdrawn article returns 410, because its address may still be in use.
    if (found === 'withdrawn') throw new CallError('NOT_FOUND', { status: 410 })
    if (found === null) throw new CallError('NOT_FOUND')
    return found
  },
}
