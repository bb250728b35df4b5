import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useNames } from '../../api/references.ts'
import { neckbandReference } from '../../entities/neckbandReference.ts'
import { describeForm } from '../../form/describe.ts'
import { image, textarea } from '../../form/fields.tsx'

/** Maximum number of names listed; further ones are counted. */
const maxNames = 5

/** Lists the neckbands to remove, and explains the consequences. */
function Which({ values: { ids } }: { values: { ids?: readonly number[] | null | undefined } }) {
  const intl = useIntl()
  const selectedIds = ids ?? []
  const names = useNames(neckbandReference, selectedIds.slice(0, maxNames))
  const others =
    selectedIds.length > maxNames
      ? [intl.formatMessage({ id: 'list.andOthers' }, { count: selectedIds.length - maxNames })]
      : []
  return (
    <p>
      {intl.formatMessage(
        { id: 'neckband.unpairText' },
        { count: selectedIds.length, names: intl.formatList([...names.values(), ...others]) },
      )}
    </p>
  )
}

/** Form with the reason and a photo for removing the selected neckbands. */
export const unpairForm = describeForm(endpoints.neckbands.unpair, {
  noun: 'neckbands.unpair',
  newTitleId: 'neckband.unpair',
  newSaveId: 'neckband.unpair',
  newDone: ({ changed }) => ({ id: 'neckband.unpaired', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [
    { Extra: Which },
    { fields: { reason: textarea('neckband.reason', { rows: 2 }), photoId: image('pairing.endPhoto') } },
  ],
})
