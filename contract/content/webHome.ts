import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { isValidity, linkSchema, validity, validityFault, validityInput } from './texts.ts'

const access = ['ADMIN_PLATFORM'] as const

/** Aspect ratio (width / height) of a banner's image. */
export const bannerRatio = 16 / 5
export const appBannerRatio = 2

/** A banner of the home page. */
const bannerFields = {
  /** Shown over the image, and read out to people who cannot see it. */
  title: z.string().trim().min(1).max(60),
  imgId: z.uuid(),
  link: linkSchema.nullable(),
  ...validity,
}
const bannerSchema = z.object({
  ...recordFields,
  ...bannerFields,
  imgUrl: z.string(),
  position: z.number().int(),
  isShown: z.boolean(),
})
const bannerInput = z
  .object({ ...recordInput, ...bannerFields, link: linkSchema.nullable().optional(), ...validityInput })
  .refine(isValidity, validityFault)

/** Maximum records ordered in one call: a list's maximum page size. */
const maxOrdered = 1000

/** Creates the call that orders records. Records left out of `ids` follow in their previous order. */
const orderOf = (path: string, about: string) =>
  endpoint({
    method: 'PUT',
    path: `${path}/order`,
    access,
    input: z.object({ ids: z.array(idSchema).min(1).max(maxOrdered) }),
    reply: z.object({}),
    summary: `Puts ${about} into an order.`,
  })

const banners = (path: string, about: string) => ({
  ...recordEndpoints({
    path,
    access,
    item: bannerSchema,
    input: bannerInput,
    sort: ['position', 'title', 'shownFrom', 'shownUntil'],
    filters: { title: z.string().max(60).optional(), isShown: z.boolean().optional() },
    about,
  }),
  order: orderOf(path, about.toLowerCase()),
})

export type Banner = z.infer<typeof bannerSchema>

/** Banners of the public home page. */
export const webBannerEndpoints = ofNoun('webBanners', banners('/collateral/web/webBanner', 'Banners of the home page'))

const shownBanner = z.object({
  id: idSchema,
  title: z.string(),
  imgId: z.uuid(),
  imgUrl: z.string(),
  link: linkSchema.nullable(),
})

/** Banners of the app's home page, and the call by which the app reads them. */
export const appBannerEndpoints = ofNoun('appBanners', {
  ...banners('/collateral/web/home/banner', 'Banners of the app’s home page'),
  shown: endpoint({
    method: 'GET',
    path: '/collateral/app/home/banner/list',
    access: 'public',
    input: z.object({}),
    reply: z.object({ list: z.array(shownBanner) }),
    summary: 'Those that are shown today, in their order.',
  }),
})

/** The partners of the platform. */
const partnershipFields = {
  name: z.string().trim().min(1).max(100),
  logoId: z.uuid().nullable(),
  link: linkSchema.nullable(),
}
export const partnershipSchema = z.object({ ...recordFields, ...partnershipFields, position: z.number().int() })
export type Partnership = z.infer<typeof partnershipSchema>
const partnershipInput = z.object({
  ...recordInput,
  ...partnershipFields,
  logoId: z.uuid().nullable().optional(),
  link: linkSchema.nullable().optional(),
})
const partnershipPath = '/collateral/web/partnership'
export const partnershipEndpoints = ofNoun('partnerships', {
  ...recordEndpoints({
    path: partnershipPath,
    access,
    item: partnershipSchema,
    input: partnershipInput,
    sort: ['position', 'name'],
    filters: { name: z.string().max(100).optional() },
    about: 'Whom the platform works with',
  }),
  order: orderOf(partnershipPath, 'partners'),
})

/** Other content of the home page: a single record that always exists. */
const homeFields = {
  iosImageId: z.uuid().nullable(),
  androidImageId: z.uuid().nullable(),
  contactTelephone: z.string().trim().max(40).nullable(),
  contactEmail: z.email().max(200).nullable(),
  contactAddress: z.string().trim().max(200).nullable(),
}
export const webHomeSchema = z.object({ ...recordFields, ...homeFields })
export type WebHome = z.infer<typeof webHomeSchema>
const homeInput = z.object({ ...recordInput, ...z.object(homeFields).partial().shape })
const { list, detail, history } = recordEndpoints({
  path: '/collateral/web/webHome',
  access,
  item: webHomeSchema,
  input: homeInput,
  sort: ['id'],
  filters: {},
  about: 'What the home page shows besides: one record',
})

/** An image as the calls of the specification return it. */
const picture = z.object({ id: z.uuid(), url: z.string(), originName: z.string() })
const listed = { dbId: idSchema, uid: z.uuid(), url: z.string(), name: z.string(), link: linkSchema.nullable() }

export const webHomeEndpoints = ofNoun('webHome', {
  list,
  detail,
  history,
  addOrEdit: endpoint({
    method: 'POST',
    path: '/collateral/web/webHome/edit',
    access,
    input: homeInput,
    reply: webHomeSchema,
    summary: 'Changes what the home page shows besides.',
  }),
  info: endpoint({
    method: 'GET',
    path: '/collateral/web/webHomeInfo',
    access: 'public',
    input: z.object({}),
    reply: z.object({
      banners: z.array(z.object(listed)),
      partnerships: z.array(z.object({ ...listed, uid: z.uuid().nullable(), url: z.string().nullable() })),
      iosImage: picture.nullable(),
      androidImage: picture.nullable(),
    }),
    summary: 'The banners that are shown today, the partners, and the codes of the apps.',
  }),
  qrCodes: endpoint({
    method: 'GET',
    path: '/collateral/web/qrCode/images',
    access: 'public',
    input: z.object({}),
    reply: z.object({ iosImage: picture.nullable(), androidImage: picture.nullable() }),
    summary: 'The codes by which the apps are downloaded.',
  }),
})
