import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { bindingOf } from '../../form/controls/controlProps.ts'
import { ChoiceInput } from '../../form/controls/ChoiceInput.tsx'
import { describeForm, type Field } from '../../form/describe.ts'
import { instant } from '../../form/fields.tsx'

function useColleagues() {
  return useCall(endpoints.standIns.list, {}, { shows: inPlace }).data?.candidates
}

/** Field for a colleague of the user's organisation and role. */
const colleague: Field<object, number> = {
  labelId: 'standIn.who',
  isWide: true,
  isSelfContained: true,
  Show: ({ value }) => useColleagues()?.find(({ id }) => id === value)?.name ?? `#${value}`,
  Input({ value, onChange, ...props }) {
    const colleagues = useColleagues()
    return (
      <ChoiceInput
        {...bindingOf(props)}
        loading={colleagues === undefined}
        value={value == null ? null : String(value)}
        choices={(colleagues ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
    )
  },
}

/** Form for the user's absence and stand-in. */
export const standInForm = describeForm(endpoints.standIns.add, {
  noun: 'standIns',
  newTitleId: 'standIn.add',
  newSaveId: 'standIn.name',
  newDone: () => ({ id: 'standIn.named', values: {} }),
  titleOf: () => '',
  sections: [
    {
      textId: 'standIn.text',
      fields: { standInId: colleague, startsAt: instant('standIn.startsAt'), endsAt: instant('standIn.endsAt') },
    },
  ],
})
