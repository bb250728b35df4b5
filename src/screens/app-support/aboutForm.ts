import { endpoints } from '#contract/calls/endpoints.ts'
import { richText } from '../../entities/rich-text/richTextField.tsx'
import { describeForm } from '../../form/describe.ts'
import { useLocale } from '../../locale/locale.ts'

/** Form of the legal texts of the site and the app. */
export const aboutForm = describeForm(endpoints.aboutPage.addOrEdit, {
  noun: 'aboutPage',
  newTitleId: 'about.texts',
  savedId: 'form.submitted',
  titleOf: () => useLocale.getState().messages?.['about.texts'] ?? '',
  load: endpoints.aboutPage.detail,
  sections: [
    {
      fields: {
        serviceAgreement: richText('about.serviceAgreement'),
        privacyPolicy: richText('about.privacyPolicy'),
        copyrightStatement: richText('about.copyrightStatement'),
        copyrightDetails: richText('about.copyrightDetails'),
      },
    },
  ],
})
