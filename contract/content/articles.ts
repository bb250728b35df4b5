import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema, listReply, pageSchema } from '../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { contentLanguageSchema, maxRichTextBytes, richTextSchema } from './texts.ts'

/** Types of articles, in the order of the public site's top menu. */
export const articleTypes = ['NEWS', 'POLICY', 'GUIDE'] as const
export const articleTypeSchema = z.enum(articleTypes)
export type ArticleType = (typeof articleTypes)[number]

/** DRAFT: no publication time is set. SCHEDULED: it lies in the future. WITHDRAWN: removed from the site; its address shows a notice. */
export const articleStates = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN'] as const
export type ArticleState = (typeof articleStates)[number]

/** The text of an article in one language. */
export const articleTextSchema = z.object({
  title: z.string().trim().min(1).max(120),
  /** For lists, share cards and search engines; when empty, the beginning of the body is used. */
  summary: z.string().trim().max(300),
  body: richTextSchema,
})
export type ArticleText = z.infer<typeof articleTextSchema>

/** Texts by language; at least one. */
export const articleTextsSchema = z
  .partialRecord(contentLanguageSchema, articleTextSchema)
  .refine((texts) => Object.keys(texts).length > 0, 'required')

const states = z.enum(articleStates)

export const articleSchema = z.object({
  ...recordFields,
  type: articleTypeSchema,
  /** Title in the first available language. */
  title: z.string(),
  texts: articleTextsSchema,
  languages: z.array(contentLanguageSchema),
  coverImageId: z.uuid().nullable(),
  /** Publication time, past or future; null while undecided. */
  publishAt: instantSchema.nullable(),
  isWithdrawn: z.boolean(),
  state: states,
  /** Display name of the first author. */
  author: z.string().nullable(),
  updatedAt: instantSchema,
})
export type Article = z.infer<typeof articleSchema>

/** An article in lists, without its long texts. */
export const listedArticleSchema = articleSchema.omit({ texts: true })
export type ListedArticle = z.infer<typeof listedArticleSchema>

/** Publishes when the server handles the call, independent of the caller's clock. */
export const publishImmediately = 'NOW'

const publishAtInput = z
  .union([instantInputSchema, z.literal(publishImmediately)])
  .nullable()
  .optional()

/** A new article needs a type and texts. Fields omitted from an edit stay unchanged. */
export const articleInputSchema = z
  .object({
    ...recordInput,
    type: articleTypeSchema.optional(),
    texts: articleTextsSchema.optional(),
    coverImageId: z.uuid().nullable().optional(),
    publishAt: publishAtInput,
    isWithdrawn: z.boolean().optional(),
  })
  .refine(({ id, type }) => id !== undefined || type !== undefined, { path: ['type'], message: 'required' })
  .refine(({ id, texts }) => id !== undefined || texts !== undefined, { path: ['texts'], message: 'required' })

/** An article as visitors read it, in the requested language if available, else in another. */
export const publishedArticleSchema = z.object({
  id: idSchema,
  type: articleTypeSchema,
  language: contentLanguageSchema,
  title: z.string(),
  summary: z.string(),
  coverImageId: z.uuid().nullable(),
  publishedAt: instantSchema,
})
export type PublishedArticle = z.infer<typeof publishedArticleSchema>

const neighbour = publishedArticleSchema.pick({ id: true, language: true, title: true }).nullable()
export const publishedArticleDetailSchema = publishedArticleSchema.extend({
  body: richTextSchema,
  languages: z.array(contentLanguageSchema),
  updatedAt: instantSchema,
  newer: neighbour,
  older: neighbour,
})
export type PublishedArticleDetail = z.infer<typeof publishedArticleDetailSchema>

const access = ['ADMIN_PLATFORM'] as const
/** Page limits for public calls. */
const publishedPageSchema = pageSchema.extend({ current: z.number().int().min(1).max(100_000).default(1) })
const path = '/collateral/web/article'

const records = recordEndpoints({
  path,
  access,
  item: articleSchema,
  listed: listedArticleSchema,
  input: articleInputSchema,
  sort: ['id', 'title', 'type', 'publishAt', 'updatedAt'],
  filters: {
    title: z.string().max(120).optional(),
    type: codeFilter(articleTypeSchema),
    state: codeFilter(states),
  },
  about: 'Articles of the public site, drafts too',
})

export const articleEndpoints = ofNoun('articles', {
  ...records,
  addOrEdit: { ...records.addOrEdit, maxBytes: maxRichTextBytes },
  preview: endpoint({
    method: 'POST',
    onlyReads: true,
    path: `${path}/preview`,
    access,
    input: z.object({
      type: articleTypeSchema,
      language: contentLanguageSchema,
      text: articleTextSchema,
      coverImageId: z.uuid().nullable(),
      publishAt: publishAtInput,
    }),
    reply: z.object({ html: z.string() }),
    maxBytes: maxRichTextBytes,
    summary: 'The page that visitors would get, from what is not saved yet.',
  }),
  published: endpoint({
    method: 'POST',
    path: `${path}/{type}/list`,
    access: 'public',
    input: publishedPageSchema.extend({ type: articleTypeSchema, language: contentLanguageSchema.optional() }),
    reply: listReply(publishedArticleSchema),
    summary: 'What is published of one type, the newest first.',
  }),
  publishedDetail: endpoint({
    method: 'GET',
    path: `${path}/detail/{type}/{id}`,
    access: 'public',
    input: z.object({
      type: articleTypeSchema,
      id: z.coerce.number().pipe(idSchema),
      language: contentLanguageSchema.optional(),
    }),
    reply: publishedArticleDetailSchema,
    summary: 'One that is published, with its neighbours; by an address from before its type was changed, too.',
  }),
})
