import { ChoiceInput } from '../form/controls/ChoiceInput.tsx'
import { bindingOf } from '../form/controls/controlProps.ts'
import type { Field, FieldOptions } from '../form/describe.ts'
import type { MessageId } from '../locale/languages.ts'

const zones = Intl.supportedValuesOf('timeZone')

/** Field for a time zone by its name in the IANA database. */
export function timeZone<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => value,
    Input({ value, onChange, ...props }) {
      const offered = value == null || zones.includes(value) ? zones : [value, ...zones]
      return (
        <ChoiceInput
          {...bindingOf(props)}
          value={value}
          choices={offered.map((zone) => ({ value: zone, label: zone }))}
          onChange={onChange}
        />
      )
    },
  }
}
