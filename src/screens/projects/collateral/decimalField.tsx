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
    isAmount: true,
    Show({ value }) {
      return useNumberWriting(undefined).write(value)
    },
    Input: ({ value, onChange, ...props }) => (
      <DecimalInput
        {...bindingOf(props)}
        {...{ value, step, places }}
        isExact
        onChange={(typed) => onChange(typed === null ? null : trimmed(typed))}
      />
    ),
  }
}

/** Removes trailing zeros of the decimal places. */
function trimmed(typed: string): string {
  const [whole = '', fraction = ''] = typed.split('.')
  const significantDigits = fraction.replace(/0+$/, '')
  return significantDigits === '' ? whole : `${whole}.${significantDigits}`
}
