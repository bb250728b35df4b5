import './logs.css'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { DailyLogDetail } from '#contract/projects/days/dailyLogs.ts'
import { LoadFailed } from '../../../api/LoadFailed.tsx'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { SkeletonLines } from '../../../controls/SkeletonLines.tsx'
import { Picture } from '../../../form/files/Picture.tsx'
import { useFormats, ZoneContext } from '../../../locale/formats.ts'
import { Moment } from '../../../locale/Moment.tsx'
import { Tag } from '../../../list/grid/cells.tsx'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { dailyLogPath } from '../../../navigation/paths.ts'
import type { Moment as PastMoment } from '../past/moments.ts'
import { LogMarks } from './LogMarks.tsx'

const PlacesMap = lazyChunk(async () => (await import('../../../map/editing/PlacesMap.tsx')).PlacesMap)

interface Props {
  projectId: number
  id: number
  /** Past instant; null: now. */
  moment: PastMoment | null
  onOpen: (id: number) => void
}

/** A daily log: counts, observations, times of writing and arrival, photos and where they were taken. */
export function LogDetails({ projectId, id, moment, onOpen }: Props) {
  const intl = useIntl()
  const {
    data: log,
    error,
    refetch,
  } = useCall(endpoints.dailyLogs.details, { id: projectId, logId: id, ...moment }, { shows: inPlace })
  if (log === undefined && error === null) return <SkeletonLines lines={8} />
  if (log === undefined) {
    return <LoadFailed error={error} onRetry={() => void refetch()} />
  }
  return (
    <ZoneContext value={log.timeZone}>
      <article className="log-details">
        <p className="row log-details-marks">
          <Tag tone={log.monitorStatus === 'ABNORMAL' ? 'major' : 'neutral'}>
            {intl.formatMessage({ id: `monitorStatus.${log.monitorStatus}` })}
          </Tag>
          <LogMarks log={log} />
        </p>
        <Facts log={log} onOpen={onOpen} />
        {log.text !== '' && <p className="form-lines">{log.text}</p>}
        {log.counts.length > 0 && <Counts counts={log.counts} />}
        {log.photos.length > 0 && <Photos log={log} />}
        {log.canCorrect && (
          <Link className="button" to={`${dailyLogPath}/${log.projectId}?corrects=${log.id}`}>
            {intl.formatMessage({ id: 'dailyLog.correct' })}
          </Link>
        )}
      </article>
    </ZoneContext>
  )
}

function Facts({ log, onOpen }: { log: DailyLogDetail; onOpen: (id: number) => void }) {
  const intl = useIntl()
  const { count, date } = useFormats()
  const { day, farmName, author, handCount, writtenAt, receivedAt, correctsId, correctedById } = log
  const other = (id: number) => (
    <Button type="link" size="small" onClick={() => onOpen(id)}>
      {intl.formatMessage({ id: 'dailyLog.openOther' })}
    </Button>
  )
  const facts = [
    ['dailyLog.day', date(day)],
    ['dailyLog.farm', <bdi key="farm">{farmName}</bdi>],
    ['dailyLog.author', <bdi key="author">{author}</bdi>],
    ['dailyLog.handCount', handCount === null ? intl.formatMessage({ id: 'dailyLog.notCounted' }) : count(handCount)],
    ['dailyLog.written', <Moment key="written" at={writtenAt} />],
    ['dailyLog.received', <Moment key="received" at={receivedAt} />],
    ...(correctsId === null ? [] : [['dailyLog.corrects', other(correctsId)] as const]),
    ...(correctedById === null ? [] : [['dailyLog.correctedBy', other(correctedById)] as const]),
  ] as const
  return (
    <dl className="log-facts">
      {facts.map(([id, value]) => (
        <div key={id}>
          <dt>{intl.formatMessage({ id })}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Counts({ counts }: Pick<DailyLogDetail, 'counts'>) {
  const intl = useIntl()
  const { count } = useFormats()
  return (
    <section aria-labelledby="log-counts">
      <h3 id="log-counts">{intl.formatMessage({ id: 'dailyLog.byPen' })}</h3>
      <dl className="log-facts">
        {counts.map(({ farmSlotId, name, heads }) => (
          <div key={farmSlotId}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{count(heads)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Photos({ log: { photos, farmId, farmName, boundary } }: { log: DailyLogDetail }) {
  const intl = useIntl()
  const { time, instant } = useFormats()
  const places = photos.flatMap(({ longitude, latitude }, place) =>
    longitude === null || latitude === null
      ? []
      : [{ id: place, name: String(place + 1), at: [longitude, latitude] satisfies [number, number] }],
  )
  return (
    <section aria-labelledby="log-pictures">
      <h3 id="log-pictures">{intl.formatMessage({ id: 'dailyLog.photos' })}</h3>
      <ol className="log-pictures">
        {photos.map(({ imageId, longitude, accuracyM, takenAt, receivedAt }, place) => (
          <li key={imageId + place}>
            <Picture id={imageId} alt={intl.formatMessage({ id: 'dailyLog.photoOf' }, { time: time(takenAt) })} />
            <p className="log-quiet">
              {intl.formatMessage(
                { id: longitude === null ? 'dailyLog.pictureUnplaced' : 'dailyLog.picturePlaced' },
                { number: place + 1, time: instant(takenAt), metres: Math.round(accuracyM ?? 0) },
              )}
            </p>
            <p className="log-quiet">
              {intl.formatMessage({ id: 'dailyLog.pictureReceived' }, { at: instant(receivedAt) })}
            </p>
          </li>
        ))}
      </ol>
      {places.length > 0 && (
        <Suspense fallback={<SkeletonLines />}>
          <div className="log-map">
            <PlacesMap
              places={places}
              outlines={[{ id: `farm${farmId}`, name: farmName, polygon: boundary, kind: 'farm' }]}
            />
          </div>
        </Suspense>
      )}
    </section>
  )
}
