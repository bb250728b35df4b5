import { Suspense, useCallback, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { HerdDay } from '#contract/herd/replay.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useFormats } from '../../../locale/formats.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { AlertList, alertedAt } from '../AlertList.tsx'
import { beginOf, dotsOf, firstOf, headsAt, herdDotsAt, isSilentDay, openHerdDay } from './herdFrames.ts'
import { RetentionNote } from '../Kept.tsx'
import { Loading } from '../Loading.tsx'
import { Player } from '../Player.tsx'
import { ReplayMap } from '../replayMap.ts'
import { usePlayback } from '../usePlayback.ts'
import type { ReplayAddress } from '../useReplayAddress.ts'
import { headsOf, useHerdMoment } from './useHerdMoment.ts'
import { WhoWasWhere } from './WhoWasWhere.tsx'

interface Props {
  address: ReplayAddress & { farm: number }
  onChange: (changes: Partial<ReplayAddress>) => void
}

const noPath: LongitudeLatitude[][] = []

/** Replay of a farm's whole herd on one day, with counts by pen. */
export function HerdReplay({ address, onChange }: Props) {
  const { farm, day } = address
  const { data, error } = useCall(
    endpoints.replay.day,
    { farmId: farm, ...(day !== null && { day }) },
    { shows: inPlace },
  )
  if (!data) return <Loading error={error} />
  return <HerdPlayer key={`${data.farm.id} ${data.day}`} data={data} begin={address.at} onChange={onChange} />
}

function HerdPlayer({ data, begin, onChange }: { data: HerdDay; begin: number | null; onChange: Props['onChange'] }) {
  const intl = useIntl()
  const formats = useFormats()
  const { farm, from, until, timeZone, alerts, breaks } = data
  const frames = useMemo(() => openHerdDay(data), [data])
  const { playback, state, moves } = usePlayback(from, until, () => ({
    at: begin ?? beginOf(frames),
    first: firstOf(frames),
  }))
  const moment = useHerdMoment(farm, state.at, state.isPlaying)
  const { places } = moment
  const dotsAt = useCallback(
    (at: number) => {
      const alerted = alertedAt(alerts, at)
      return places ? dotsOf(frames, places, at, alerted) : herdDotsAt(frames, at, alerted, moves)
    },
    [frames, places, alerts, moves],
  )
  // Map and list show the same heads: the exact ones once the replay is paused and they have loaded.
  const heads = moment.animals && places ? headsOf(moment.animals) : headsAt(frames, state.at, farm.windowMinutes)
  const penNotes = new Map(farm.pens.map(({ id }) => [id, formats.count(heads.get(id) ?? 0)]))
  // Brings the animal of a chosen alert into view.
  const [followed, setFollowed] = useState<number | null>(null)
  const stay = (at: number, animalId: number | null = null) => {
    setFollowed(animalId)
    onChange({ at: Math.round(at) })
  }
  const go = (at: number, animalId: number | null) => {
    playback.seek(at)
    stay(playback.at, animalId)
  }
  return (
    <div className="replay-stage">
      <div className="replay-picture">
        {isSilentDay(frames) && <p className="replay-empty">{intl.formatMessage({ id: 'replay.empty' })}</p>}
        <Suspense fallback={<div className="replay-loading" aria-busy="true" />}>
          <ReplayMap
            farms={[farm]}
            penNotes={penNotes}
            path={noPath}
            clock={playback}
            dotsAt={dotsAt}
            followed={state.isPlaying ? null : followed}
            isAnimated={moves}
          />
        </Suspense>
        <Player playback={playback} state={state} period={data} gaps={[]} onSettle={stay} />
      </div>
      <div className="replay-side">
        <WhoWasWhere
          farm={farm}
          moment={moment}
          isPlaying={state.isPlaying}
          timeZone={timeZone}
          heads={heads}
          onChoose={(animal) => onChange({ animal })}
        />
        <AlertList period={data} at={state.at} onGo={go} />
        {breaks.length > 0 && (
          <p className="replay-note">{intl.formatMessage({ id: 'replay.breaks' }, { count: breaks.length })}</p>
        )}
        <RetentionNote period={data} />
      </div>
    </div>
  )
}
