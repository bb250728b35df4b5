import { bindingOf } from '../../../form/controls/controlProps.ts'
import { DecimalInput } from '../../../form/controls/DecimalInput.tsx'
import { useNumberWriting } from '../../../form/controls/numberWriting.ts'
import type { Field, FieldOptions } from '../../../form/describe.ts'
import type { MessageId } from '../../../locale/languages.ts'

/** Field for a quantity or a share as decimal text, never a binary float. */
export function decimal<V>(
  labelId: MessageId,
  { places, step, ...options }: FieldOptions<V, string> & { places: number; step: number },
): Field<V, string> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show({ value }) {
      return useNumberWriting(undefined).write(value)
    },
    Input: ({ value, onChange, ...props }) => (
      <DecimalInput
        {...bindingOf(props)}
        {...{ value, step }}
        onChange={(typed) => onChange(typed === null ? null : trimmed(typed, places))}
      />
    ),
  }
}

/** Limits the decimal places and removes trailing zeros. */
function trimmed(typed: string, places: number): string {
  const [whole = '', fraction = ''] = typed.split('.')
  const significantDigits = fraction.slice(0, places).replace(/0+$/, '')
  return significantDigits === '' ? whole : `${whole}.${significantDigits}`
}
