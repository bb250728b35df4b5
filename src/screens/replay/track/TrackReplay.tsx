import { DownloadOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AnimalTrack } from '#contract/herd/replay.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useFormats } from '../../../locale/formats.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'
import { AlertList, alertedAt } from '../AlertList.tsx'
import { RetentionNote } from '../Kept.tsx'
import { Loading } from '../Loading.tsx'
import { Player } from '../Player.tsx'
import { ReplayMap } from '../replayMap.ts'
import { saveTrack, type TrackFormat, trackFormats } from './trackFiles.ts'
import { piecesOf, trackDotAt } from './trackFrames.ts'
import { usePlayback } from '../usePlayback.ts'
import type { ReplayAddress } from '../useReplayAddress.ts'

interface Props {
  address: ReplayAddress & { animal: number }
  onChange: (changes: Partial<ReplayAddress>) => void
}

const noNotes: ReadonlyMap<number, string> = new Map()

/** Replay of an animal's track. */
export function TrackReplay({ address, onChange }: Props) {
  const { animal, day, days } = address
  const { data, error } = useCall(
    endpoints.replay.track,
    { animalId: animal, days, ...(day !== null && { day }) },
    { shows: inPlace },
  )
  if (!data) return <Loading error={error} />
  return (
    <TrackPlayer
      key={`${data.animal.id} ${data.day} ${days}`}
      data={data}
      days={days}
      begin={address.at}
      onChange={onChange}
    />
  )
}

function TrackPlayer({
  data,
  days,
  begin,
  onChange,
}: {
  data: AnimalTrack
  days: number
  begin: number | null
  onChange: Props['onChange']
}) {
  const intl = useIntl()
  const [isFollowing, setFollowing] = useState(false)
  const { animal, farms, from, until, alerts, gaps, at } = data
  const path = useMemo(() => piecesOf(data), [data])
  const { playback, state, moves } = usePlayback(from, until, () => ({
    at: begin ?? at[0] ?? from,
    first: at[0] ?? from,
  }))
  const dotsAt = useCallback(
    (instant: number) => trackDotAt(data, data.animal.id, instant, alertedAt(alerts, instant).size > 0, moves),
    [data, alerts, moves],
  )
  const stay = (instant: number) => onChange({ at: Math.round(instant) })
  const go = (instant: number) => {
    playback.seek(instant)
    stay(playback.at)
  }
  return (
    <div className="replay-stage">
      <div className="replay-picture">
        {at.length === 0 && <p className="replay-empty">{intl.formatMessage({ id: 'replay.noTrack' })}</p>}
        <Suspense fallback={<div className="replay-loading" aria-busy="true" />}>
          <ReplayMap
            farms={farms}
            penNotes={noNotes}
            path={path}
            clock={playback}
            dotsAt={dotsAt}
            followed={isFollowing ? animal.id : null}
            isAnimated={moves}
          />
        </Suspense>
        <Player playback={playback} state={state} period={data} gaps={gaps} onSettle={stay}>
          <Checkbox checked={isFollowing} onChange={({ target }) => setFollowing(target.checked)}>
            {intl.formatMessage({ id: 'replay.follow' })}
          </Checkbox>
        </Player>
      </div>
      <div className="replay-side">
        <section className="panel replay-panel" aria-labelledby="replay-track">
          <h2 id="replay-track">
            <ScreenLink to={`/dashboard/animal-monitor/animal/details/${animal.id}`}>{animal.visualTag}</ScreenLink>
          </h2>
          <TrackFacts track={data} />
          <div className="replay-exports">
            {trackFormats.map((format) => (
              <ExportButton key={format} track={data} days={days} format={format} />
            ))}
            <Button type="link" onClick={() => onChange({ animal: null, farm: farms[0]?.id ?? null })}>
              {intl.formatMessage({ id: 'replay.herd' })}
            </Button>
          </div>
        </section>
        <AlertList period={data} at={state.at} onGo={go} />
        <RetentionNote period={data} />
      </div>
    </div>
  )
}

function TrackFacts({ track: { fixes, gaps, source } }: { track: AnimalTrack }) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <ul className="replay-facts">
      <li>{intl.formatMessage({ id: 'replay.fixes' }, { count: formats.count(fixes) })}</li>
      <li>{intl.formatMessage({ id: 'replay.gaps' }, { count: gaps.length })}</li>
      <li>{intl.formatMessage({ id: `replay.source.${source}` })}</li>
    </ul>
  )
}

function ExportButton({ track, days, format }: { track: AnimalTrack; days: number; format: TrackFormat }) {
  const intl = useIntl()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveTrack(track, days, format)
    } catch {
      // The failure has already been reported.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isBusy} disabled={track.at.length === 0} onClick={() => void save()}>
      {intl.formatMessage({ id: `replay.export.${format}` })}
    </Button>
  )
}
