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
  /** There is no moving picture, or none any more. */
  onFault: () => void
}

const players: Record<Exclude<CameraView['kind'], 'SNAPSHOT'>, Play> = { HLS: playHls, WHEP: playWhep }
/** Without a new frame for so long, ms, a picture stands still, whatever the player says of it. */
const frozenMs = 12_000
const lookMs = 1_000

/** The moving picture of a camera. One that stands still is a fault: it must not look alive. */
export function StreamVideo({ cameraId, name, onFault }: Props) {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [view, setView] = useState<CameraView | null>(null)
  // Asked for once: each answer has an address of its own, and a player that is given another begins anew.
  const { data, isError } = useCall(endpoints.cameras.view, { id: cameraId, view: 'stream' }, { isEnabled: view === null, isForgotten: true, shows: inPlace })
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
      stillMs = shown === frames ? stillMs + lookMs : 0
      if (shown > frames) setPlaying(true)
      frames = shown
      if (stillMs >= frozenMs) fail()
    }, lookMs)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [kind, address])

  return (
    <>
      <video ref={video} autoPlay muted playsInline data-playing={isPlaying || undefined} aria-label={intl.formatMessage({ id: 'camera.pictureOf' }, { name })} />
      {!isPlaying && <p className="camera-note" role="status">{intl.formatMessage({ id: 'camera.starting' })}</p>}
    </>
  )
}
