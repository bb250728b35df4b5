import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { electronicTagSchema, oddityOf, tagSchemes } from '#contract/values/earTags.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { lookupField, useLookups } from '../../entities/lookups/lookupField.tsx'
import { penField } from '../../entities/penField.tsx'
import { describeForm } from '../../form/describe.ts'
import { date, select, text } from '../../form/fields.tsx'
import { group } from '../../form/parts.tsx'
import { reference } from '../../form/reference.tsx'
import { AnimalFacts } from './AnimalFacts.tsx'

/** Warns about an unusual tag, which may still be saved. */
function TagOddity({
  values: { electronicTag, categoryId },
}: {
  values: { electronicTag?: object | null | undefined; categoryId?: number | null | undefined }
}) {
  const intl = useIntl()
  const category = useLookups('CATEGORY')?.find(({ id, isRetired }) =>
    categoryId == null ? !isRetired : id === categoryId,
  )?.code
  const tag = electronicTagSchema.safeParse(electronicTag)
  const oddity = tag.success ? oddityOf(tag.data, category) : null
  return oddity && <Alert type="warning" showIcon title={intl.formatMessage({ id: `animal.oddity.${oddity}` })} />
}

export const animalForm = describeForm(endpoints.animals.addOrEdit, {
  noun: 'animals',
  newTitleId: 'animal.new',
  titleOf: ({ visualTag }) => visualTag,
  load: endpoints.animals.detail,
  sections: [
    {
      titleId: 'animal.identity',
      fields: {
        visualTag: text('animal.visualTag'),
        categoryId: lookupField('animal.category', 'CATEGORY', { defaultsToFirst: true }),
        electronicTag: group('animal.electronicTag', {
          scheme: select('animal.tagScheme', tagSchemes, { wordOf: (scheme) => `tagScheme.${scheme}` }),
          value: text('animal.tagDigits', { inputMode: 'numeric' }),
        }),
        breed: text('animal.breed'),
        sex: select('animal.sex', ['FEMALE', 'MALE'], { wordOf: (sex) => `sex.${sex}` }),
        birthDate: date('animal.birthDate'),
        originId: lookupField('animal.origin', 'ORIGIN'),
        colourId: lookupField('animal.colour', 'COLOUR'),
      },
      Extra: TagOddity,
    },
    {
      titleId: 'animal.place',
      fields: {
        farmId: reference('animal.farm', farmReference, { changesWith: () => ({ farmSlotId: null }) }),
        farmSlotId: penField('animal.pen'),
      },
    },
  ],
  Facts: AnimalFacts,
})
