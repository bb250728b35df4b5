import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput, recordHistory } from '../calls/records.ts'
import { organisationAdminRoles } from '../people/roles.ts'
import { linkSchema, maxRichTextBytes, richTextSchema } from './texts.ts'

/** Each keeps its own organisation's page. */
const access = organisationAdminRoles

/** How many a section may have. */
export const maxPageItems = 60

const image = z.object({ id: z.uuid(), url: z.string(), orginName: z.string() })
const useCase = z.object({ id: idSchema, title: z.string(), text: z.string(), images: z.array(image) })
const newsItem = z.object({ id: idSchema, title: z.string(), body: richTextSchema, publishedOn: z.iso.date() })
const partner = z.object({ id: idSchema, name: z.string(), logoId: z.uuid().nullable(), link: linkSchema.nullable() })
const link = z.object({ id: idSchema, name: z.string(), link: linkSchema })

/** The public page of an organisation, `/org/:id`; one that is not ACTIVE, or has never kept one, has none. */
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

/** The sections that are lists, by their fields; each has an order of its own. */
export const pageLists = ['useCases', 'news', 'partnerships', 'links'] as const
export type PageList = (typeof pageLists)[number]

const path = '/collateral/web/org'
/** The page's, as its editor has seen it; a stale one is CONFLICT and carries the page as it is now. Without it the last write wins. */
const version = z.number().int().optional()

/** A section that is one value. */
const section = <S extends z.ZodRawShape>(name: string, shape: S, about: string) =>
  endpoint({ method: 'PUT', path: `${path}/${name}/edit`, access, input: z.object({ ...shape, version }), reply: marketingPageSchema, maxBytes: maxRichTextBytes, summary: `Changes ${about} of one’s organisation’s page.` })

/** A section that is a list. */
const items = <S extends z.ZodRawShape>(name: string, shape: S, about: string) => ({
  save: endpoint({ method: 'PUT', path: `${path}/${name}/addOrEdit`, access, input: z.object({ id: idSchema.optional(), ...shape, version }), reply: marketingPageSchema, maxBytes: maxRichTextBytes, summary: `Adds ${about} to one’s organisation’s page, or changes one.` }),
  remove: endpoint({ method: 'DELETE', path: `${path}/${name}/del/{id}`, access, input: idInput, reply: marketingPageSchema, summary: `Takes ${about} off one’s organisation’s page.` }),
})

const imageId = z.uuid().nullable()
/** The input of a section's calls, beside the id of an item and the version of the page. */
const banner = { bannerImgId: imageId }
const introduction = { introduction: richTextSchema }
const officialAccount = { officialAccountImgId: imageId }
const useCaseInput = { title: z.string().trim().min(1).max(80), text: z.string().trim().max(1000), imageIds: z.array(z.uuid()).max(6) }
const newsInput = { title: z.string().trim().min(1).max(120), body: richTextSchema, publishedOn: z.iso.date() }
const partnerInput = { name: z.string().trim().min(1).max(100), logoId: imageId.optional(), link: linkSchema.nullable().optional() }
const linkInput = { name: z.string().trim().min(1).max(60), link: linkSchema }

const useCases = items('usecase', useCaseInput, 'a use case')
const news = items('news', newsInput, 'a piece of news')
const partnerships = items('partnership', partnerInput, 'a partner')
const links = items('link', linkInput, 'a link')

const draftOf = <S extends z.ZodRawShape>(shape: S) => z.object({ id: idSchema.optional(), ...shape }).optional()
/** An unsaved change of a page: of each section its value, or the item that is changed or added. */
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
  page: endpoint({ method: 'GET', path: `${pagePath}/{orgId}`, access: 'public', input: z.object({ orgId: z.coerce.number().pipe(idSchema) }), reply: marketingPageSchema, summary: 'The public page of an active organisation; its own administrator reads it in any case.' }),
  preview: endpoint({ method: 'POST', path: `${pagePath}/preview`, access, input: draftSchema, reply: z.object({ html: z.string() }), maxBytes: maxRichTextBytes, summary: 'One’s organisation’s page as visitors would get it with what is not saved yet.' }),
  order: endpoint({
    method: 'PUT',
    path: `${pagePath}/order`,
    access,
    input: z.object({ section: z.enum(pageLists), ids: z.array(idSchema).min(1).max(maxPageItems) }),
    reply: marketingPageSchema,
    summary: 'Puts the items of a section of one’s organisation’s page into an order; those that are not named keep theirs, behind the others.',
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
