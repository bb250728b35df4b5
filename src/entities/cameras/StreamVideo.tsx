import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { CameraView } from '#contract/projects/cameras.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { type Play, playHls } from './hlsPlayer.ts'
import { playWhep } from './whepPlayer.ts'

interface Props {
  cameraId: number
  name: string
  /** Called when the video cannot start or has ended. */
  onFault: () => void
}

const players: Record<Exclude<CameraView['kind'], 'SNAPSHOT'>, Play> = { HLS: playHls, WHEP: playWhep }
/** Time without a new frame after which the video counts as frozen, ms, independent of the player's state. */
const frozenMs = 12_000
const checkIntervalMs = 1_000

/** Live video of a camera. A frozen picture counts as a fault, so that it does not look live. */
export function StreamVideo({ cameraId, name, onFault }: Props) {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [view, setView] = useState<CameraView | null>(null)
  // Loaded once: each answer has a new URL, and a player restarts with another URL.
  const { data, isError } = useCall(
    endpoints.cameras.view,
    { id: cameraId, view: 'stream' },
    { isEnabled: view === null, isForgotten: true, shows: inPlace },
  )
  if (view === null && data !== undefined) setView(data)
  const fail = useEffectEvent(onFault)

  useEffect(() => {
    if (isError) fail()
  }, [isError])

  const kind = view?.kind
  const address = view?.address
  useEffect(() => {
    const element = video.current
    if (element === null || kind === undefined || kind === 'SNAPSHOT' || address === undefined) return
    let frames = 0
    let stillMs = 0
    const stop = players[kind](element, address, () => fail())
    const timer = setInterval(() => {
      const shown = element.getVideoPlaybackQuality().totalVideoFrames
      stillMs = shown === frames ? stillMs + checkIntervalMs : 0
      if (shown > frames) setPlaying(true)
      frames = shown
      if (stillMs >= frozenMs) fail()
    }, checkIntervalMs)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [kind, address])

  return (
    <>
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        data-playing={isPlaying || undefined}
        aria-label={intl.formatMessage({ id: 'camera.pictureOf' }, { name })}
      />
      {!isPlaying && (
        <p className="camera-note" role="status">
          {intl.formatMessage({ id: 'camera.starting' })}
        </p>
      )}
    </>
  )
}
