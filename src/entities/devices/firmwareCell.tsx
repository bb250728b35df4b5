import { FormattedMessage } from 'react-intl'
import { Tag } from '../../list/grid/cells.tsx'

interface WithFirmware {
  firmware: string | null
  firmwareDiffers: boolean
}

/** Cell with a device's firmware, marked if it differs from the most common one. */
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
