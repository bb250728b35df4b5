import './cameras.css'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../controls/Button.tsx'
import { joinParts } from '../../locale/joins.ts'
import { CameraTile } from './CameraTile.tsx'

/** Cameras on the farms of a project. */
export function ProjectCameras({ projectId }: { projectId: number }) {
  const intl = useIntl()
  const { data, error, refetch } = useCall(endpoints.cameras.shown, { projectId }, { shows: inPlace })
  if (error && data === undefined) {
    return (
      <div className="cameras-none" role="alert">
        <h2>{intl.formatMessage({ id: 'camera.failed' })}</h2>
        <p>{loadFailureMessage(intl, error)}</p>
        <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'action.retry' })}</Button>
      </div>
    )
  }
  if (data === undefined)
    return (
      <div className="cameras" aria-busy="true">
        {[0, 1, 2].map((place) => (
          <div key={place} className="camera camera-coming" />
        ))}
      </div>
    )
  if (data.list.length === 0)
    return (
      <p className="cameras-none" role="status">
        {intl.formatMessage({ id: 'camera.noneOfProject' })}
      </p>
    )
  return (
    <ul className="cameras">
      {data.list.map((camera) => (
        <li key={camera.id}>
          <CameraTile camera={camera} place={joinParts(intl, camera.farmName, camera.penName)} />
        </li>
      ))}
    </ul>
  )
}
