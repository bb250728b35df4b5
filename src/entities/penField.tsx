import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../api/queries.ts'
import { useNames } from '../api/references.ts'
import { ChoiceInput } from '../form/controls/ChoiceInput.tsx'
import { bindingOf } from '../form/controls/controlProps.ts'
import type { Field, FieldProps } from '../form/describe.ts'
import type { MessageId } from '../locale/languages.ts'
import { penReference } from './penReference.ts'

interface OnFarm {
  farmId?: number | null | undefined
}

/** Only the pens of the form's farm can be chosen. */
function PenInput({ value, values, onChange, ...props }: FieldProps<OnFarm, number>) {
  const farmId = values.farmId ?? null
  const { data, isLoading } = useCall(endpoints.pens.list, { farmId: farmId ?? 0, pageSize: 1000 }, { isEnabled: farmId !== null })
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

function PenName({ value }: { value: number }) {
  return useNames(penReference, [value]).get(value) ?? `#${value}`
}

/** A pen of the farm that the same form names. */
export function penField(labelId: MessageId): Field<OnFarm, number> {
  return { labelId, Input: PenInput, Show: PenName, shownWhen: ({ farmId }) => farmId != null }
}
