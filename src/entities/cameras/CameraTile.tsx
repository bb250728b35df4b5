import './cameras.css'
import { Suspense, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { CameraState } from '#contract/projects/cameras.ts'
import { Button } from '../../controls/Button.tsx'
import { formatSpan } from '../../locale/durations.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { useClock } from '../../store/clock.ts'
import type { Watched } from './CameraPicture.tsx'

/** Loaded on demand. */
const CameraPicture = lazyChunk(async () => (await import('./CameraPicture.tsx')).CameraPicture)

interface Props {
  camera: Watched
  /** Place that the camera shows. */
  place?: ReactNode
  /** Starts the stream without a click, for screens without a user. */
  autoPlays?: boolean
}

/** A camera with its picture, name and state. */
export function CameraTile({ camera, place, autoPlays: startsItself = false }: Props) {
  const intl = useIntl()
  const [isPlaying, setPlaying] = useState(startsItself)
  return (
    <figure className="camera" data-state={camera.state}>
      <div className="camera-picture">
        <Suspense fallback={<p className="camera-note" aria-busy="true" />}>
          <CameraPicture camera={camera} isPlaying={isPlaying} />
        </Suspense>
      </div>
      <figcaption>
        <b>{camera.name}</b>
        {place && <span className="camera-place">{place}</span>}
        <CameraStanding {...camera} />
        {camera.hasStream && !startsItself && (
          <Button size="small" aria-pressed={isPlaying} onClick={() => setPlaying(!isPlaying)}>
            {intl.formatMessage({ id: isPlaying ? 'camera.stop' : 'camera.play' })}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}

/** State of a camera as shape and text, with its duration. */
export function CameraStanding({ state, stateSince }: { state: CameraState; stateSince: string | null }) {
  const intl = useIntl()
  const since = useClock(({ herdAt }) =>
    herdAt === null || stateSince === null ? null : formatSpan(intl, herdAt - Date.parse(stateSince)),
  )
  return (
    <span className="camera-state" data-state={state}>
      <span className="camera-sign" aria-hidden />
      {intl.formatMessage({ id: `cameraState.${state}` })}
      {since !== null && stateSince !== null && <time dateTime={stateSince}>{since}</time>}
    </span>
  )
}
