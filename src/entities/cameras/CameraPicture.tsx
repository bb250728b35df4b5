import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ShownCamera } from '#contract/projects/cameras.ts'
import { Snapshots } from './Snapshots.tsx'
import { StreamVideo } from './StreamVideo.tsx'

export type Watched = Pick<ShownCamera, 'id' | 'name' | 'hasStream' | 'hasSnapshot' | 'state' | 'stateSince'>

interface Props {
  camera: Watched
  /** Whether its stream is to be shown. */
  isPlaying: boolean
}

/** A stream that failed is tried again after so long, ms, and as soon as the camera is said to be back. */
const againMs = 20_000
const everyMs = { still: 10_000, instead: 5_000 }

/** The picture of a camera: its stream, and while that fails, snapshots. */
export function CameraPicture({ camera: { id, name, hasStream, hasSnapshot, state, stateSince }, isPlaying }: Props) {
  const intl = useIntl()
  /** The state in which the stream failed last; null: it did not. */
  const [failedIn, setFailedIn] = useState<string | null>(null)
  const standing = `${state} ${stateSince}`
  const isFailing = failedIn === standing

  useEffect(() => {
    if (!isFailing) return
    const timer = setTimeout(() => setFailedIn(null), againMs)
    return () => clearTimeout(timer)
  }, [isFailing])

  if (hasStream && isPlaying && !isFailing) return <StreamVideo cameraId={id} name={name} onFault={() => setFailedIn(standing)} />
  if (!hasSnapshot) return <p className="camera-note" role="status">{intl.formatMessage({ id: isFailing ? 'camera.interrupted' : 'camera.notPlaying' })}</p>
  return (
    <>
      <Snapshots cameraId={id} name={name} everyMs={isPlaying ? everyMs.instead : everyMs.still} />
      {isPlaying && hasStream && <p className="camera-instead" role="status">{intl.formatMessage({ id: 'camera.instead' })}</p>}
    </>
  )
}
