import { useIntl } from 'react-intl'
import { useNames, type Reference } from '../api/references.ts'
import { listWords } from '../locale/joins.ts'
import type { MessageId } from '../locale/languages.ts'
import { bindingOf } from './controls/controlProps.ts'
import { RecordFinder } from './controls/RecordFinder.tsx'
import type { Field, FieldOptions } from './describe.ts'

/** Another record, found by name in its noun's list. */
export function reference<V>(
  labelId: MessageId,
  to: Reference,
  options: FieldOptions<V, number> = {},
): Field<V, number> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => <Names to={to} ids={[value]} />,
    Input: ({ value, onChange, ...props }) => (
      <RecordFinder
        {...bindingOf(props)}
        to={to}
        ids={value == null ? [] : [value]}
        maxCount={1}
        placeholderId={options.placeholderId}
        onChange={(ids) => onChange(ids.at(-1) ?? null)}
      />
    ),
  }
}

/** Several other records, up to a maximum. */
export function references<V>(
  labelId: MessageId,
  to: Reference,
  { most: maxCount, ...options }: FieldOptions<V, number[]> & { most?: number } = {},
): Field<V, number[]> {
  return {
    isWide: true,
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => <Names to={to} ids={value} />,
    Input: ({ value, onChange, ...props }) => (
      <RecordFinder
        {...bindingOf(props)}
        to={to}
        ids={value ?? []}
        maxCount={maxCount}
        isMany
        placeholderId={options.placeholderId}
        onChange={onChange}
      />
    ),
  }
}

function Names({ to, ids }: { to: Reference; ids: readonly number[] }) {
  const intl = useIntl()
  const names = useNames(to, ids)
  return listWords(
    intl,
    ids.map((id) => names.get(id) ?? `#${id}`),
  )
}
