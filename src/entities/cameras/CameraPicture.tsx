import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ShownCamera } from '#contract/projects/cameras.ts'
import { Snapshots } from './Snapshots.tsx'
import { StreamVideo } from './StreamVideo.tsx'

export type Watched = Pick<ShownCamera, 'id' | 'name' | 'hasStream' | 'hasSnapshot' | 'state' | 'stateSince'>

interface Props {
  camera: Watched
  /** Whether to show the stream. */
  isPlaying: boolean
}

/** Pause before a failed stream is tried again, ms; a change of the camera's state retries immediately. */
const retryMs = 20_000
const snapshotIntervalMs = { still: 10_000, instead: 5_000 }

/** Picture of a camera: its stream, or snapshots while that fails. */
export function CameraPicture({ camera: { id, name, hasStream, hasSnapshot, state, stateSince }, isPlaying }: Props) {
  const intl = useIntl()
  /** Camera state in which the stream last failed; null: it has not failed. */
  const [failedState, setFailedIn] = useState<string | null>(null)
  const standing = `${state} ${stateSince}`
  const isFailing = failedState === standing

  useEffect(() => {
    if (!isFailing) return
    const timer = setTimeout(() => setFailedIn(null), retryMs)
    return () => clearTimeout(timer)
  }, [isFailing])

  if (hasStream && isPlaying && !isFailing)
    return <StreamVideo cameraId={id} name={name} onFault={() => setFailedIn(standing)} />
  if (!hasSnapshot)
    return (
      <p className="camera-note" role="status">
        {intl.formatMessage({ id: isFailing ? 'camera.interrupted' : 'camera.notPlaying' })}
      </p>
    )
  return (
    <>
      <Snapshots
        cameraId={id}
        name={name}
        intervalMs={isPlaying ? snapshotIntervalMs.instead : snapshotIntervalMs.still}
      />
      {isPlaying && hasStream && (
        <p className="camera-instead" role="status">
          {intl.formatMessage({ id: 'camera.instead' })}
        </p>
      )}
    </>
  )
}
