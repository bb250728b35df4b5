import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../api/queries.ts'
import { type Reference, useNames } from '../api/references.ts'
import { ChoiceInput } from '../form/controls/ChoiceInput.tsx'
import { bindingOf } from '../form/controls/controlProps.ts'
import type { Field, FieldProps } from '../form/describe.ts'
import type { MessageId } from '../locale/languages.ts'
import { penReference } from './penReference.ts'

interface OnFarm {
  farmId?: number | null | undefined
}

/** Source of pens: users who manage cameras may not see every detail of a pen. */
interface Pens {
  list: typeof endpoints.pens.list | typeof endpoints.cameraPens.list
  reference: Reference
}

/** Offers only the pens of the form's farm. */
function PenInput({ list, value, values, onChange, ...props }: FieldProps<OnFarm, number> & Pick<Pens, 'list'>) {
  const farmId = values.farmId ?? null
  const { data, isLoading } = useCall(list, { farmId: farmId ?? 0, pageSize: 1000 }, { isEnabled: farmId !== null })
  const choices = farmId === null ? [] : (data?.list ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <ChoiceInput
      {...bindingOf(props)}
      value={value == null ? null : String(value)}
      choices={choices}
      loading={isLoading}
      onChange={(choice) => onChange(choice === null ? null : Number(choice))}
    />
  )
}

function PenName({ value, reference }: { value: number } & Pick<Pens, 'reference'>) {
  return useNames(reference, [value]).get(value) ?? `#${value}`
}

/** Field for a pen of the farm chosen in the same form. */
export function penField(
  labelId: MessageId,
  { list, reference }: Pens = { list: endpoints.pens.list, reference: penReference },
): Field<OnFarm, number> {
  return {
    labelId,
    Input: (props) => <PenInput {...props} list={list} />,
    Show: (props) => <PenName {...props} reference={reference} />,
    shownWhen: ({ farmId }) => farmId != null,
  }
}
