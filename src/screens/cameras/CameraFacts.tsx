import { useIntl } from 'react-intl'
import type { Camera } from '#contract/projects/cameras.ts'
import { CameraTile } from '../../entities/cameras/CameraTile.tsx'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { useFormats } from '../../locale/formats.ts'

/** State of a camera, and its picture. */
export function CameraFacts({ record }: { record: Camera }) {
  const intl = useIntl()
  const formats = useFormats()
  const { streamAddress, snapshotAddress, stateSince, fault } = record
  return (
    <FactSection
      titleId="camera.picture"
      extra={
        <CameraTile
          key={record.version}
          camera={{ ...record, hasStream: streamAddress !== null, hasSnapshot: snapshotAddress !== null }}
        />
      }
    >
      <Fact labelId="camera.since">
        {stateSince && <time dateTime={stateSince}>{formats.second(stateSince)}</time>}
      </Fact>
      <Fact labelId="camera.fault">{fault && intl.formatMessage({ id: `cameraFault.${fault}` })}</Fact>
    </FactSection>
  )
}
