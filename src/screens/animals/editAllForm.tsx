import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { lookupField } from '../../entities/lookups/lookupField.tsx'
import { describeForm } from '../../form/describe.ts'
import { date, select, text, textarea } from '../../form/fields.tsx'

/** Shows how many animals will change, and that empty fields stay unchanged. */
function HowMany({ values: { ids } }: { values: { ids?: readonly number[] | null | undefined } }) {
  const intl = useIntl()
  return <p>{intl.formatMessage({ id: 'animal.editAllText' }, { count: ids?.length ?? 0 })}</p>
}

/** Form that sets the same values for several animals. */
export const editAllForm = describeForm(endpoints.animals.editAll, {
  noun: 'animals.editAll',
  newTitleId: 'animal.editAll',
  newSaveId: 'animal.editAll',
  newDone: ({ changed }) => ({ id: 'animal.edited', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [
    { Extra: HowMany },
    {
      fields: {
        categoryId: lookupField('animal.category', 'CATEGORY'),
        originId: lookupField('animal.origin', 'ORIGIN'),
        colourId: lookupField('animal.colour', 'COLOUR'),
        breed: text('animal.breed'),
        sex: select('animal.sex', ['FEMALE', 'MALE'], { wordOf: (sex) => `sex.${sex}` }),
        birthDate: date('animal.birthDate'),
        reason: textarea('animal.reason', { rows: 2 }),
      },
    },
  ],
})
