import './appSupport.css'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { SingleRecord } from '../../entities/content/SingleRecord.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { aboutForm } from './aboutForm.ts'

/** Service agreement, privacy policy and copyright notice. */
export function AboutScreen() {
  const intl = useIntl()
  return (
    <>
      <PageHeading />
      <section className="panel about-page" aria-label={intl.formatMessage({ id: 'about.texts' })}>
        <h2 className="only-read">{intl.formatMessage({ id: 'about.texts' })}</h2>
        <SingleRecord list={endpoints.aboutPage.list} history={endpoints.aboutPage.history} form={aboutForm} />
      </section>
    </>
  )
}
