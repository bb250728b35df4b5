import { endpoints } from '#contract/calls/endpoints.ts'
import { appBannerRatio, bannerRatio } from '#contract/content/webHome.ts'
import { describeForm } from '../../form/describe.ts'
import { date, text } from '../../form/fields.tsx'
import { croppedImage } from '../../form/files/imageFields.tsx'
import type { BannerPlace } from './bannerLists.tsx'

const ratios: Record<BannerPlace, number> = { webBanners: bannerRatio, appBanners: appBannerRatio }

/** Form of a home page banner, whose picture is cropped to the page's ratio. */
export function bannerForm(place: BannerPlace) {
  return describeForm(endpoints[place].addOrEdit, {
    noun: place,
    newTitleId: 'banner.new',
    savedId: 'form.submitted',
    titleOf: ({ title }) => title,
    load: endpoints[place].detail,
    sections: [
      {
        fields: {
          imgId: croppedImage('banner.image', ratios[place]),
          title: text('banner.heading', { isWide: true, hintId: 'banner.headingHint' }),
          link: text('banner.link', { isWide: true, inputMode: 'url', hintId: 'banner.linkHint' }),
          shownFrom: date('banner.shownFrom', { emptyId: 'banner.always' }),
          shownUntil: date('banner.shownUntil', { emptyId: 'banner.always', notBefore: ({ shownFrom }) => shownFrom }),
        },
      },
    ],
  })
}
