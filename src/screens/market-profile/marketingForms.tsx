import { endpoints } from '#contract/calls/endpoints.ts'
import type { MarketingPage } from '#contract/content/marketingPages.ts'
import { richText } from '../../entities/rich-text/richTextField.tsx'
import { describeForm } from '../../form/describe.ts'
import { date, image, text, textarea } from '../../form/fields.tsx'
import { croppedImage, images } from '../../form/files/imageFields.tsx'
import type { Values } from '../../form/values/normalize.ts'
import type { Part } from './drafts.ts'
import { PreviewPart } from './PreviewPart.tsx'

const { page, saveBanner, saveIntroduction, saveOfficialAccount, saveUseCase, saveNews, savePartnership, saveLink } =
  endpoints.marketingPages

/** Ratio of the banner, width to height. */
const bannerRatio = 16 / 5
const maxImages = 6

/** Options shared by all sections: each loads with the page and is submitted by its own call. */
const shared = { savedId: 'form.submitted', load: page, loadIdField: 'orgId' } as const

/** Preview button below the fields of an editable section. */
const preview = (part: Part) => ({
  Extra: ({ values, readOnly }: { values: object; readOnly: boolean }) =>
    !readOnly && <PreviewPart part={part} values={values as Values} />,
})

export const bannerForm = describeForm(saveBanner, {
  ...shared,
  noun: 'marketingPages.banner',
  newTitleId: 'marketing.banner',
  titleOf: ({ organisationName }) => organisationName,
  sections: [{ fields: { bannerImgId: croppedImage('marketing.banner', bannerRatio) }, ...preview('bannerImgId') }],
})

export const introductionForm = describeForm(saveIntroduction, {
  ...shared,
  noun: 'marketingPages.introduction',
  newTitleId: 'marketing.introduction',
  titleOf: ({ organisationName }) => organisationName,
  sections: [{ fields: { introduction: richText('marketing.introduction') }, ...preview('introduction') }],
})

export const officialAccountForm = describeForm(saveOfficialAccount, {
  ...shared,
  noun: 'marketingPages.official',
  newTitleId: 'marketing.official',
  titleOf: ({ organisationName }) => organisationName,
  sections: [
    {
      fields: { officialAccountImgId: croppedImage('marketing.official', 1, { hintId: 'marketing.officialHint' }) },
      ...preview('officialAccountImgId'),
    },
  ],
})

/** Returns the item of a list by its id. */
const itemOf = <T extends { id: number }>(items: readonly T[], id: number | null) =>
  items.find((item) => item.id === id)

/** Forms of list items: of an existing item by its id, or of a new one. */
export const itemForms = {
  useCases: (id: number | null) =>
    describeForm(saveUseCase, {
      ...shared,
      noun: `marketingPages.useCase.${id}`,
      newTitleId: 'marketing.newUseCase',
      titleOf: ({ useCases }) => itemOf(useCases, id)?.title ?? '',
      valuesOf({ useCases }) {
        const found = itemOf(useCases, id)
        return { ...found, imageIds: found?.images.map((one) => one.id) ?? [] }
      },
      initialValues: { imageIds: [], text: '' },
      sections: [
        {
          fields: {
            title: text('marketing.heading', { isWide: true }),
            text: textarea('marketing.text', { rows: 4 }),
            imageIds: images('marketing.images', maxImages),
          },
          ...preview('useCase'),
        },
      ],
    }),
  news: (id: number | null) =>
    describeForm(saveNews, {
      ...shared,
      noun: `marketingPages.news.${id}`,
      newTitleId: 'marketing.newNews',
      titleOf: ({ news }) => itemOf(news, id)?.title ?? '',
      valuesOf: ({ news }) => ({ ...itemOf(news, id) }),
      initialValues: { body: '' },
      sections: [
        {
          fields: {
            title: text('marketing.heading', { isWide: true }),
            publishedOn: date('marketing.publishedOn'),
            body: richText('marketing.text'),
          },
          ...preview('news'),
        },
      ],
    }),
  partnerships: (id: number | null) =>
    describeForm(savePartnership, {
      ...shared,
      noun: `marketingPages.partnership.${id}`,
      newTitleId: 'partner.new',
      titleOf: ({ partnerships }) => itemOf(partnerships, id)?.name ?? '',
      valuesOf: ({ partnerships }) => ({ ...itemOf(partnerships, id) }),
      sections: [
        {
          fields: {
            name: text('partner.name', { isWide: true }),
            logoId: image('partner.logo', { hintId: 'partner.logoHint' }),
            link: text('partner.link', { isWide: true, inputMode: 'url', hintId: 'banner.linkHint' }),
          },
          ...preview('partnership'),
        },
      ],
    }),
  links: (id: number | null) =>
    describeForm(saveLink, {
      ...shared,
      noun: `marketingPages.link.${id}`,
      newTitleId: 'marketing.newLink',
      titleOf: ({ links }) => itemOf(links, id)?.name ?? '',
      valuesOf: ({ links }) => ({ ...itemOf(links, id) }),
      sections: [
        {
          fields: {
            name: text('marketing.linkName', { isWide: true }),
            link: text('banner.link', { isWide: true, inputMode: 'url', hintId: 'banner.linkHint' }),
          },
          ...preview('link'),
        },
      ],
    }),
} as const satisfies Partial<Record<keyof MarketingPage, (id: number | null) => unknown>>

export type ItemKind = keyof typeof itemForms
