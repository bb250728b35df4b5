import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../form/describe.ts'
import { image, text } from '../../form/fields.tsx'

export const partnershipForm = describeForm(endpoints.partnerships.addOrEdit, {
  noun: 'partnerships',
  newTitleId: 'partner.new',
  savedId: 'form.submitted',
  titleOf: ({ name }) => name,
  load: endpoints.partnerships.detail,
  sections: [
    {
      fields: {
        name: text('partner.name', { isWide: true }),
        logoId: image('partner.logo', { hintId: 'partner.logoHint' }),
        link: text('partner.link', { isWide: true, inputMode: 'url', hintId: 'banner.linkHint' }),
      },
    },
  ],
})
