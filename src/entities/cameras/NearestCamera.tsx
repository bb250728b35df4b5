import './cameras.css'
import { useIntl } from 'react-intl'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { joinParts } from '../../locale/joins.ts'
import { useAccount } from '../../store/account.ts'
import { CameraTile } from './CameraTile.tsx'

interface Props {
  farmId: number
  farmSlotId: number | null
  /** Current position of the animal that the camera should show; null: unknown. */
  at?: LongitudeLatitude | null
  autoPlays?: boolean
}

/** Step of positions for which the nearest camera is looked up again, degrees; about fifty metres. */
const stepDegrees = 0.0005

/** Camera nearest to a position or a pen, or the first of a farm if both are unknown; nothing without a camera. */
export function NearestCamera({ farmId, farmSlotId, at = null, autoPlays: startsItself = false }: Props) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  // A paired wall may watch the cameras of the user who paired it.
  const isDisplay = useAccount()?.isDisplay === true
  const ofPen = farmSlotId === null ? { farmId } : { farmSlotId }
  const input = at === null ? ofPen : { ...ofPen, longitude: toStep(at[0]), latitude: toStep(at[1]) }
  const { data } = useCall(endpoints.cameras.shown, input, {
    isEnabled: isDisplay || mayCall(endpoints.cameras.shown, role),
    shows: inPlace,
    keepsPrevious: true,
  })
  const [camera] = data?.list ?? []
  if (camera === undefined) return null
  const { penName, metres } = camera
  const place = joinParts(
    intl,
    penName,
    metres !== null && metres > 0 && intl.formatMessage({ id: 'camera.metres' }, { metres }),
  )
  return (
    <aside className="camera-nearest" aria-label={intl.formatMessage({ id: 'camera.nearest' })}>
      <CameraTile key={camera.id} camera={camera} place={place} autoPlays={startsItself} />
    </aside>
  )
}

function toStep(degrees: number): number {
  return Number((Math.round(degrees / stepDegrees) * stepDegrees).toFixed(4))
}
