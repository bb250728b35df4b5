import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Lookup, LookupKind } from '#contract/herd/lookups.ts'
import { useCall } from '../../api/queries.ts'
import { ChoiceInput } from '../../form/controls/ChoiceInput.tsx'
import { bindingOf } from '../../form/controls/controlProps.ts'
import type { Field, FieldOptions } from '../../form/describe.ts'
import type { MessageId } from '../../locale/languages.ts'
import { useLocale } from '../../locale/locale.ts'

/** Loads the entries of a lookup in order, including retired ones; undefined while loading. */
export function useLookups(kind: LookupKind): readonly Lookup[] | undefined {
  return useCall(endpoints.lookups.list, { kind, pageSize: 1000 }).data?.list
}

interface LookupOptions<V> extends FieldOptions<V, number> {
  /** The server gives a new record the first entry by default, so the field displays it. */
  defaultsToFirst?: boolean
}

/** Field for an entry of a lookup. A retired entry is offered only if the record already has it. */
export function lookupField<V>(
  labelId: MessageId,
  kind: LookupKind,
  { defaultsToFirst: isFirstUnlessChosen = false, ...options }: LookupOptions<V> = {},
): Field<V, number> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show({ value }) {
      const language = useLocale((state) => state.language)
      return useLookups(kind)?.find(({ id }) => id === value)?.names[language] ?? '…'
    },
    Input({ value, onChange, ...props }) {
      const intl = useIntl()
      const language = useLocale((state) => state.language)
      const entries = useLookups(kind)
      const offered = (entries ?? []).filter(({ id, isRetired }) => !isRetired || id === value)
      const shown = value ?? (isFirstUnlessChosen ? offered[0]?.id : null)
      return (
        <ChoiceInput
          {...bindingOf(props)}
          {...(isFirstUnlessChosen && { 'aria-required': true })}
          value={shown == null ? null : String(shown)}
          choices={offered.map(({ id, names, isRetired }) => ({
            value: String(id),
            label: isRetired
              ? intl.formatMessage({ id: 'lookup.retiredName' }, { name: names[language] })
              : names[language],
          }))}
          loading={entries === undefined}
          onChange={(choice) => onChange(choice === null ? null : Number(choice))}
        />
      )
    },
  }
}
