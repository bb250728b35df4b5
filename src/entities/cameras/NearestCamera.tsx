import './cameras.css'
import { useIntl } from 'react-intl'
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
  autoPlays?: boolean
}

/** Camera nearest to a pen, or the first of a farm if the pen is unknown; nothing without a camera. */
export function NearestCamera({ farmId, farmSlotId, autoPlays: startsItself = false }: Props) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  // A paired wall may watch the cameras of the user who paired it.
  const isDisplay = useAccount()?.isDisplay === true
  const input = farmSlotId === null ? { farmId } : { farmSlotId }
  const { data } = useCall(endpoints.cameras.shown, input, {
    isEnabled: isDisplay || mayCall(endpoints.cameras.shown, role),
    shows: inPlace,
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
