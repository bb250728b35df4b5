import { FormattedMessage } from 'react-intl'
import { Tag } from '../../list/grid/cells.tsx'

interface WithFirmware {
  firmware: string | null
  firmwareDiffers: boolean
}

/** A device's firmware; where most others run another, it says so. */
export const firmwareCell = {
  cell: ({ firmware, firmwareDiffers }: WithFirmware) => (
    <span className="grid-text" title={firmware ?? undefined}>
      <bdi>{firmware ?? '–'}</bdi>{' '}
      {firmwareDiffers && (
        <Tag tone="minor">
          <FormattedMessage id="firmware.differs" />
        </Tag>
      )}
    </span>
  ),
}
