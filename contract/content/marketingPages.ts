import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput, recordHistory } from '../calls/records.ts'
import { organisationAdminRoles } from '../people/roles.ts'
import { linkSchema, maxRichTextBytes, richTextSchema } from './texts.ts'

/** Organisation administrators edit the page of their own organisation. */
const access = organisationAdminRoles

/** Maximum items of a section. */
export const maxPageItems = 60

const image = z.object({ id: z.uuid(), url: z.string(), orginName: z.string() })
const useCase = z.object({ id: idSchema, title: z.string(), text: z.string(), images: z.array(image) })
const newsItem = z.object({ id: idSchema, title: z.string(), body: richTextSchema, publishedOn: z.iso.date() })
const partner = z.object({ id: idSchema, name: z.string(), logoId: z.uuid().nullable(), link: linkSchema.nullable() })
const link = z.object({ id: idSchema, name: z.string(), link: linkSchema })

/** The public page of an organisation, `/org/:id`. Only ACTIVE organisations that have saved one have a page. */
export const marketingPageSchema = z.object({
  organisationId: idSchema,
  organisationName: z.string(),
  /** Grows with each change of any section. */
  version: z.number().int(),
  bannerImgId: z.uuid().nullable(),
  bannerImgUrl: z.string().nullable(),
  introduction: richTextSchema,
  officialAccountImgId: z.uuid().nullable(),
  officialAccountImgUrl: z.string().nullable(),
  useCases: z.array(useCase),
  news: z.array(newsItem),
  partnerships: z.array(partner),
  links: z.array(link),
})
export type MarketingPage = z.infer<typeof marketingPageSchema>

/** Sections that are lists, by field name. Each has its own order. */
export const pageLists = ['useCases', 'news', 'partnerships', 'links'] as const
export type PageList = (typeof pageLists)[number]

const path = '/collateral/web/org'
/** Version of the page that the editor has seen. A stale one fails with CONFLICT and returns the current page; without it the last write wins. */
const version = z.number().int().optional()

/** Allows the larger body to sections with a rich text. */
const bodyOf = (shape: z.ZodRawShape) =>
  Object.values(shape).includes(richTextSchema) ? { maxBytes: maxRichTextBytes } : {}

/** Creates the call of a section with a single value. */
const section = <S extends z.ZodRawShape>(name: string, shape: S, about: string) =>
  endpoint({
    method: 'PUT',
    path: `${path}/${name}/edit`,
    access,
    input: z.object({ ...shape, version }),
    reply: marketingPageSchema,
    ...bodyOf(shape),
    summary: `Changes ${about} of one’s organisation’s page.`,
  })

/** Creates the calls of a section that is a list. */
const items = <S extends z.ZodRawShape>(name: string, shape: S, about: string) => ({
  save: endpoint({
    method: 'PUT',
    path: `${path}/${name}/addOrEdit`,
    access,
    input: z.object({ id: idSchema.optional(), ...shape, version }),
    reply: marketingPageSchema,
    ...bodyOf(shape),
    summary: `Adds ${about} to one’s organisation’s page, or changes one.`,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/${name}/del/{id}`,
    access,
    input: idInput,
    reply: marketingPageSchema,
    summary: `Takes ${about} off one’s organisation’s page.`,
  }),
})

const imageId = z.uuid().nullable()
/** Inputs of the sections' calls, without the item's id and the page's version. */
const banner = { bannerImgId: imageId }
const introduction = { introduction: richTextSchema }
const officialAccount = { officialAccountImgId: imageId }
const useCaseInput = {
  title: z.string().trim().min(1).max(80),
  text: z.string().trim().max(1000),
  imageIds: z.array(z.uuid()).max(6),
}
const newsInput = { title: z.string().trim().min(1).max(120), body: richTextSchema, publishedOn: z.iso.date() }
const partnerInput = {
  name: z.string().trim().min(1).max(100),
  logoId: imageId.optional(),
  link: linkSchema.nullable().optional(),
}
const linkInput = { name: z.string().trim().min(1).max(60), link: linkSchema }

const useCases = items('usecase', useCaseInput, 'a use case')
const news = items('news', newsInput, 'a piece of news')
const partnerships = items('partnership', partnerInput, 'a partner')
const links = items('link', linkInput, 'a link')

const draftOf = <S extends z.ZodRawShape>(shape: S) => z.object({ id: idSchema.optional(), ...shape }).optional()
/** An unsaved change of a page: the value of a section, or the item that is added or changed. */
const draftSchema = z.object({
  ...z.object({ ...banner, ...introduction, ...officialAccount }).partial().shape,
  useCase: draftOf(useCaseInput),
  news: draftOf(newsInput),
  partnership: draftOf(partnerInput),
  link: draftOf(linkInput),
})
export type MarketingPageDraft = z.output<typeof draftSchema>

const pagePath = `${path}/marketingPage`

export const marketingPageEndpoints = ofNoun('marketingPages', {
  page: endpoint({
    method: 'GET',
    path: `${pagePath}/{orgId}`,
    access: 'public',
    input: z.object({ orgId: z.coerce.number().pipe(idSchema) }),
    reply: marketingPageSchema,
    summary: 'The public page of an active organisation; its own administrator reads it in any case.',
  }),
  preview: endpoint({
    method: 'POST',
    onlyReads: true,
    path: `${pagePath}/preview`,
    access,
    input: draftSchema,
    reply: z.object({ html: z.string() }),
    maxBytes: maxRichTextBytes,
    summary: 'One’s organisation’s page as visitors would get it with what is not saved yet.',
  }),
  order: endpoint({
    method: 'PUT',
    path: `${pagePath}/order`,
    access,
    input: z.object({ section: z.enum(pageLists), ids: z.array(idSchema).min(1).max(maxPageItems) }),
    reply: marketingPageSchema,
    summary:
      'Puts the items of a section of one’s organisation’s page into an order; those that are not named keep theirs, behind the others.',
  }),
  history: recordHistory(pagePath, access),
  saveBanner: section('banner', banner, 'the banner'),
  saveIntroduction: section('introduction', introduction, 'the introduction'),
  saveOfficialAccount: section('official', officialAccount, 'the code of the official account'),
  saveUseCase: useCases.save,
  removeUseCase: useCases.remove,
  saveNews: news.save,
  removeNews: news.remove,
  savePartnership: partnerships.save,
  removePartnership: partnerships.remove,
  saveLink: links.save,
  removeLink: links.remove,
})
