import './webHome.css'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { SingleRecord } from '../../entities/content/SingleRecord.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { homeForm } from './homeForm.ts'

/** Content of the home page outside its lists. */
export function HomeRecord({ tabs }: { tabs: ReactNode }) {
  const intl = useIntl()
  return (
    <>
      <PageHeading />
      {tabs}
      <section className="panel web-home-rest" aria-label={intl.formatMessage({ id: 'webHome.rest' })}>
        <h2 className="only-read">{intl.formatMessage({ id: 'webHome.rest' })}</h2>
        <SingleRecord list={endpoints.webHome.list} history={endpoints.webHome.history} form={homeForm} />
      </section>
    </>
  )
}
