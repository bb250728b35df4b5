import '../logs.css'
import '../../../../list/grid/grid.css'
import { App, Result } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useParams, useSearchParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { DailyLogDetail, ProjectDay } from '#contract/projects/days/dailyLogs.ts'
import { LoadFailed } from '../../../../api/LoadFailed.tsx'
import { inPlace } from '../../../../api/failures.ts'
import { useCall } from '../../../../api/queries.ts'
import { Callout } from '../../../../controls/Callout.tsx'
import { SkeletonLines } from '../../../../controls/SkeletonLines.tsx'
import { useFormats } from '../../../../locale/formats.ts'
import { joinParts } from '../../../../locale/joins.ts'
import { Tag } from '../../../../list/grid/cells.tsx'
import { PageHeading } from '../../../../navigation/PageHeading.tsx'
import { dailyLogPath } from '../../../../navigation/paths.ts'
import type { StoredLog } from '../../../../storage/logShelf.ts'
import { useLogStore } from '../../../../store/logs/logStore.ts'
import { nowByServer } from '../../../../store/logs/logClock.ts'
import { sendLogs } from '../../../../store/logs/sendLogs.ts'
import { ChooseProject } from './ChooseProject.tsx'
import { correctionOf, newDraft, newKey } from './draft.ts'
import { useOfflinePage, useReadyOffline } from './keepPage.ts'
import { LogForm } from './LogForm.tsx'
import { SystemDay } from './SystemDay.tsx'
import { useHasNetwork } from './useHasNetwork.ts'
import { useLogUser } from './useLogUser.ts'
import { useProjectDay } from './useProjectDay.ts'
import { WaitingLogs } from './WaitingLogs.tsx'

/** Writes a daily log, on a phone or a desktop, online or offline. */
export function WriteLogScreen() {
  const { id = '' } = useParams()
  const userId = useLogUser()
  useReadyOffline(dailyLogPath)
  if (userId === null) return <SkeletonLines lines={8} />
  return /^[1-9]\d{0,14}$/.test(id) ? (
    <OfProject key={id} userId={userId} projectId={Number(id)} />
  ) : (
    <ChooseProject userId={userId} />
  )
}

function OfProject({ userId, projectId }: { userId: number; projectId: number }) {
  const [query] = useSearchParams()
  const corrects = Number(query.get('corrects') ?? 0)
  const { day, isOld, error, refetch } = useProjectDay(userId, projectId)
  const corrected = useCall(
    endpoints.dailyLogs.details,
    { id: projectId, logId: corrects },
    { shows: inPlace, isEnabled: corrects > 0 },
  )
  const failure = day === null ? error : corrected.error
  if (failure !== null && (day === null || (corrects > 0 && corrected.data === undefined))) {
    return (
      <>
        <PageHeading />
        <LoadFailed error={failure} onRetry={() => void (day === null ? refetch() : corrected.refetch())} />
        <WaitingLogs openKey={null} onOpen={() => {}} />
      </>
    )
  }
  if (day === null || (corrects > 0 && corrected.data === undefined)) return <SkeletonLines lines={8} />
  return <Writing userId={userId} day={day} isOld={isOld} corrected={corrected.data ?? null} />
}

interface WritingProps {
  userId: number
  day: ProjectDay
  isOld: boolean
  corrected: DailyLogDetail | null
}

function Writing({ userId, day, isOld, corrected }: WritingProps) {
  const intl = useIntl()
  const { message } = App.useApp()
  const { isoDay } = useFormats()
  const { logs, isDurable } = useLogStore()
  const [fresh, setFresh] = useState(newKey)
  const [chosen, setChosen] = useState<{ farmId: number; key: string | null }>({
    farmId: corrected?.farmId ?? day.farms[0]?.farmId ?? 0,
    key: null,
  })
  const [isCorrected, setCorrected] = useState(false)
  const hasNetwork = useHasNetwork()
  const farm = day.farms.find(({ farmId }) => farmId === chosen.farmId)
  const correcting = isCorrected ? null : corrected

  const drafts = logs.filter(({ projectId, state }) => projectId === day.id && state === 'DRAFT')
  const today = farm && isOld ? isoDay(nowByServer(), farm.timeZone) : (farm?.day ?? '')
  const start =
    farm &&
    startOf({ drafts, chosen, correcting, empty: newDraft({ key: fresh, userId, project: day, farm, day: today }) })

  async function done() {
    void message.success(intl.formatMessage({ id: hasNetwork ? 'dailyLog.done' : 'dailyLog.doneLater' }))
    setFresh(newKey())
    setChosen({ ...chosen, key: null })
    setCorrected(true)
    window.scrollTo({ top: 0 })
    document.getElementById('main')?.scrollTo({ top: 0 })
    await sendLogs()
  }

  return (
    <div className="log">
      <PageHeading
        title={joinParts(
          intl,
          intl.formatMessage({ id: 'dailyLog.title' }),
          today !== '' && intl.formatDate(`${today}T00:00:00Z`, { month: '2-digit', day: '2-digit', timeZone: 'UTC' }),
        )}
        note={<Reach hasNetwork={hasNetwork} />}
      />
      {!isDurable && <Callout tone="warning" title={intl.formatMessage({ id: 'dailyLog.notDurable' })} />}
      {correcting && start?.correctsId === correcting.id && (
        <Callout
          tone="info"
          title={intl.formatMessage({ id: 'dailyLog.correcting' }, { author: correcting.author, day: correcting.day })}
        />
      )}
      <p className="log-quiet">{joinParts(intl, day.code, day.name)}</p>
      {day.farms.length > 1 && (
        <label className="panel log-farm">
          <span>{intl.formatMessage({ id: 'dailyLog.farm' })}</span>
          <select
            disabled={correcting !== null}
            value={chosen.farmId}
            onChange={(event) => setChosen({ farmId: Number(event.target.value), key: null })}
          >
            {day.farms.map(({ farmId, name }) => (
              <option key={farmId} value={farmId}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {day.farms.length === 0 && <Result status="info" title={intl.formatMessage({ id: 'dailyLog.noFarms' })} />}
      {farm && start && (
        <>
          <SystemDay farm={farm} at={day.at} isOld={isOld} />
          <LogForm key={start.key} start={start} farm={farm} today={today} onDone={() => void done()} />
        </>
      )}
      <WaitingLogs openKey={start?.key ?? null} onOpen={({ farmId, key }) => setChosen({ farmId, key })} />
    </div>
  )
}

interface Starting {
  drafts: readonly StoredLog[]
  chosen: { farmId: number; key: string | null }
  correcting: DailyLogDetail | null
  empty: StoredLog
}

/** Returns the log that the form opens with: the chosen one, an earlier draft, a correction, or an empty one. */
function startOf({ drafts, chosen, correcting, empty }: Starting): StoredLog {
  const picked = drafts.find(({ key }) => key === chosen.key)
  if (picked) return picked
  const begun = drafts.find(
    ({ farmId, correctsId }) => farmId === chosen.farmId && correctsId === (correcting?.id ?? null),
  )
  return begun ?? (correcting ? correctionOf(correcting, empty) : empty)
}

/** Shows whether logs are sent immediately or wait on the device. */
function Reach({ hasNetwork }: { hasNetwork: boolean }) {
  const intl = useIntl()
  const isAway = useLogStore((state) => state.isAway)
  const isReady = useOfflinePage(({ isKept }) => isKept)
  if (!hasNetwork || isAway) return <Tag tone="major">{intl.formatMessage({ id: 'dailyLog.noNetwork' })}</Tag>
  return isReady ? <Tag tone="live">{intl.formatMessage({ id: 'dailyLog.readyOffline' })}</Tag> : null
}
