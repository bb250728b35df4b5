import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../form/describe.ts'
import { email, text } from '../../form/fields.tsx'
import { croppedImage } from '../../form/files/imageFields.tsx'
import { useLocale } from '../../locale/locale.ts'

/** Form for the rest of the home page: QR codes of the apps, and contact details of the platform. */
export const homeForm = describeForm(endpoints.webHome.addOrEdit, {
  noun: 'webHome',
  newTitleId: 'webHome.rest',
  savedId: 'form.submitted',
  titleOf: () => useLocale.getState().messages?.['webHome.rest'] ?? '',
  load: endpoints.webHome.detail,
  sections: [
    {
      titleId: 'webHome.codes',
      textId: 'webHome.codesText',
      fields: {
        iosImageId: croppedImage('webHome.iosImage', 1),
        androidImageId: croppedImage('webHome.androidImage', 1),
      },
    },
    {
      titleId: 'webHome.contact',
      fields: {
        contactTelephone: text('webHome.telephone', { type: 'tel', inputMode: 'tel' }),
        contactEmail: email('webHome.email'),
        contactAddress: text('webHome.address', { isWide: true }),
      },
    },
  ],
})
