import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { formatAge } from '../../locale/durations.ts'
import { useClock } from '../../store/clock.ts'

interface Props {
  cameraId: number
  name: string
  intervalMs: number
}

/** Age from which a picture is marked as past, ms. */
const oldMs = 45_000

/** Shows successive pictures of a camera, each with its age. A picture stays until the next one has loaded. */
export function Snapshots({ cameraId, name, intervalMs: everyMs }: Props) {
  const intl = useIntl()
  const { data, isError } = useCall(
    endpoints.cameras.view,
    { id: cameraId, view: 'snapshot' },
    { isForgotten: true, shows: inPlace },
  )
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState<{ src: string; atMs: number } | null>(null)
  const [isFailing, setFailing] = useState(false)
  const address = data?.address
  const src = address === undefined ? undefined : `${address}&turn=${turn}`

  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])

  useEffect(() => {
    if (src === undefined) return
    // Loads the picture before displaying it; the previous one stays until then.
    const next = new Image()
    const over = new AbortController()
    const onLoad = () => {
      setShown({ src, atMs: performance.now() })
      setFailing(false)
    }
    next.addEventListener('load', onLoad, over)
    next.addEventListener('error', () => setFailing(true), over)
    next.src = src
    return () => over.abort()
  }, [src])

  const ageMs = useClock(({ nowMs }) =>
    shown === null ? 0 : Math.max(0, Math.floor((nowMs - shown.atMs) / 1000) * 1000),
  )
  if (shown === null)
    return (
      <p className="camera-note" role="status">
        {intl.formatMessage({ id: isError || isFailing ? 'camera.noPicture' : 'camera.starting' })}
      </p>
    )
  return (
    <>
      <img
        src={shown.src}
        alt={intl.formatMessage({ id: 'camera.pictureOf' }, { name })}
        data-old={ageMs > oldMs || undefined}
      />
      <p className="camera-age">{formatAge(intl, ageMs)}</p>
    </>
  )
}
