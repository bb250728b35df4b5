import './marketProfile.css'
import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { RecordForm } from '../../form/describe.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { RecordHistory } from '../../list/RecordHistory.tsx'
import type { MessageId } from '../../locale/languages.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { FilledInContext, type OpenForms } from './drafts.ts'
import { bannerForm, introductionForm, officialAccountForm } from './marketingForms.tsx'
import { pageHistory } from './pageHistory.tsx'
import { PageItems } from './PageItems.tsx'

/**
 * Editor of the organisation's public page by sections. Each section is previewed and submitted separately and published immediately.
 * The page's history is below.
 */
export function MarketProfileScreen() {
  const intl = useIntl()
  const orgId = useSession(({ session }) => session?.organisationId ?? null)
  const { data, error, refetch } = useCall(
    endpoints.marketingPages.page,
    { orgId: orgId ?? 0 },
    { isEnabled: orgId !== null, shows: inPlace },
  )
  const [filledIn] = useState((): OpenForms => new Map())
  if (orgId === null) return <PageHeading />
  return (
    <>
      <PageHeading
        note={data?.organisationName}
        actions={
          <Button href={`/org/${orgId}`} target="_blank" rel="noreferrer">
            {intl.formatMessage({ id: 'marketing.open' })}
          </Button>
        }
      />
      {data === undefined && (error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonLines />)}
      {data && (
        <FilledInContext value={filledIn}>
          <div className="market-profile">
            <Part titleId="marketing.banner" form={bannerForm} orgId={orgId} />
            <Part titleId="marketing.introduction" form={introductionForm} orgId={orgId} />
            <Part titleId="marketing.official" form={officialAccountForm} orgId={orgId} />
            <PageItems
              kind="useCases"
              orgId={orgId}
              titleId="marketing.useCases"
              addId="marketing.newUseCase"
              emptyId="marketing.noUseCases"
              items={data.useCases.map(({ id, title, text, images }) => ({
                id,
                name: title,
                note: text,
                imageId: images[0]?.id ?? null,
              }))}
            />
            <PageItems
              kind="news"
              orgId={orgId}
              titleId="marketing.news"
              addId="marketing.newNews"
              emptyId="marketing.noNews"
              items={data.news.map(({ id, title, publishedOn }) => ({
                id,
                name: title,
                note: intl.formatDate(`${publishedOn}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' }),
                imageId: null,
              }))}
            />
            <PageItems
              kind="partnerships"
              orgId={orgId}
              titleId="partner.title"
              addId="partner.new"
              emptyId="marketing.noPartners"
              items={data.partnerships.map(({ id, name, link, logoId }) => ({
                id,
                name,
                note: link ?? '',
                imageId: logoId,
              }))}
            />
            <PageItems
              kind="links"
              orgId={orgId}
              titleId="marketing.links"
              addId="marketing.newLink"
              emptyId="marketing.noLinks"
              items={data.links.map(({ id, name, link }) => ({ id, name, note: link, imageId: null }))}
            />
            <section className="panel market-part" aria-label={intl.formatMessage({ id: 'history.title' })}>
              <RecordHistory call={endpoints.marketingPages.history} form={pageHistory} id={orgId} />
            </section>
          </div>
        </FilledInContext>
      )}
    </>
  )
}

/** Section of the page with a single value. */
function Part<V extends object, R>({
  titleId,
  form,
  orgId,
}: {
  titleId: MessageId
  form: RecordForm<V, R>
  orgId: number
}) {
  const title = useIntl().formatMessage({ id: titleId })
  return (
    <section className="panel market-part" aria-label={title}>
      <h2>{title}</h2>
      <RecordPanel form={form} id={orgId} readOnly="view" />
    </section>
  )
}
