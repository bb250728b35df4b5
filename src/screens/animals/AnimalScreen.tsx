import './animal.css'
import { useIntl } from 'react-intl'
import { useNavigate, useParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { RecordHistory } from '../../list/RecordHistory.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { animalForm } from './animalForm.tsx'
import { Timeline } from './Timeline.tsx'

/** One animal: who it is, how it stands, and everything that happened to it. Without an id, a new one. */
export function AnimalScreen() {
  const intl = useIntl()
  const navigate = useNavigate()
  const { id: param = '' } = useParams()
  const id = /^[1-9]\d{0,14}$/.test(param) ? Number(param) : null
  const { data } = useCall(endpoints.animals.detail, { id: id ?? 1 }, { isEnabled: id !== null, shows: inPlace })
  return (
    <>
      <PageHeading
        title={id === null ? intl.formatMessage({ id: 'animal.new' }) : data?.visualTag}
        note={data && intl.formatMessage({ id: `animalStatus.${data.status}` })}
        actions={id !== null && <ScreenLink to={`/dashboard/animal-monitor/replay?animal=${id}`}>{intl.formatMessage({ id: 'replay.title' })}</ScreenLink>}
      />
      <div className="animal">
        <section className="panel" aria-label={intl.formatMessage({ id: 'animal.identity' })}>
          {id === null ? (
            <RecordPanel form={animalForm} id={null} onSaved={(saved) => void navigate(`/dashboard/animal-monitor/animal/details/${saved.id}`)} />
          ) : (
            <RecordPanel form={animalForm} id={id} readOnly="view" />
          )}
          {id !== null && <RecordHistory call={endpoints.animals.history} form={animalForm} id={id} />}
        </section>
        {id !== null && <Timeline id={id} />}
      </div>
    </>
  )
}
