import './animal.css'
import { useIntl } from 'react-intl'
import { useNavigate, useParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Animal } from '#contract/herd/animals.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { RecordHistory } from '../../list/RecordHistory.tsx'
import { viewerZone, ZoneContext } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { Standing } from './AnimalFacts.tsx'
import { animalForm } from './animalForm.tsx'
import { AnimalActions } from './details/AnimalActions.tsx'
import { Cover } from './details/Cover.tsx'
import { Past } from './details/Past.tsx'
import { Photos } from './details/Photos.tsx'
import { Signal } from './details/Signal.tsx'
import { Timeline } from './details/Timeline.tsx'
import { Treatments } from './details/Treatments.tsx'
import { Weights } from './details/Weights.tsx'

/** Page of an animal: identity, status and timeline. Without an id it adds a new one. */
export function AnimalScreen() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,14}$/.test(id) ? <KnownAnimal key={id} id={Number(id)} /> : <NewAnimal />
}

function NewAnimal() {
  const intl = useIntl()
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={intl.formatMessage({ id: 'animal.new' })} />
      <section className="panel animal-new" aria-label={intl.formatMessage({ id: 'animal.identity' })}>
        <RecordPanel
          form={animalForm}
          id={null}
          onSaved={({ id }) => void navigate(`/dashboard/animal-monitor/animal/details/${id}`)}
        />
      </section>
    </>
  )
}

/** The page shows the animal's past next to its record, so the form leaves it out. */
const pageForm = { ...animalForm, Facts: ({ record }: { record: object }) => <Standing record={record as Animal} /> }

function KnownAnimal({ id }: { id: number }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.animals.detail, { id }, { shows: inPlace })
  const note =
    data &&
    joinParts(
      intl,
      intl.formatMessage({ id: `animalStatus.${data.status}` }),
      data.isPledged && intl.formatMessage({ id: 'animal.pledged' }),
    )
  return (
    <ZoneContext value={data?.timeZone ?? viewerZone}>
      <PageHeading title={data?.visualTag} note={note} actions={data && <AnimalActions animal={data} />} />
      <div className="animal">
        <div className="animal-column">
          {data && <Signal id={id} />}
          {data && <Photos id={id} />}
          <section className="panel" aria-label={intl.formatMessage({ id: 'animal.identity' })}>
            <RecordPanel form={pageForm} id={id} readOnly="view" />
            <RecordHistory call={endpoints.animals.history} form={animalForm} id={id} />
          </section>
        </div>
        {data && (
          <div className="animal-column">
            <Weights id={id} />
            <Treatments id={id} />
            <Cover id={id} />
            <section className="panel" aria-label={intl.formatMessage({ id: 'animal.past' })}>
              <Past id={id} />
            </section>
            <Timeline id={id} />
          </div>
        )}
      </div>
    </ZoneContext>
  )
}
