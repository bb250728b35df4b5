import { Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { rememberName, useFound, useNames, type Reference } from '../api/references.ts'
import type { MessageId } from '../locale/languages.ts'
import type { Field, FieldOptions, FieldProps } from './describe.ts'
import { ariaOf } from './fields.tsx'

/** Another record, looked for by its name in that noun's own list. */
export function reference<V>(labelId: MessageId, to: Reference, options: FieldOptions<V, number> = {}): Field<V, number> {
  return {
    ...options,
    labelId,
    isAlone: true,
    Show: ({ value }) => <Names to={to} ids={[value]} />,
    Input: ({ value, onChange, ...props }) => (
      <Finder {...props} to={to} ids={value == null ? [] : [value]} most={1} placeholderId={options.placeholderId} onChange={(ids) => onChange(ids.at(-1) ?? null)} />
    ),
  }
}

/** Several other records, at most so many. */
export function references<V>(
  labelId: MessageId,
  to: Reference,
  { most, ...options }: FieldOptions<V, number[]> & { most?: number } = {},
): Field<V, number[]> {
  return {
    wide: true,
    ...options,
    labelId,
    isAlone: true,
    Show: ({ value }) => <Names to={to} ids={value} />,
    Input: ({ value, onChange, ...props }) => (
      <Finder {...props} to={to} ids={value ?? []} most={most} isMany placeholderId={options.placeholderId} onChange={onChange} />
    ),
  }
}

function Names({ to, ids }: { to: Reference; ids: readonly number[] }) {
  const intl = useIntl()
  const names = useNames(to, ids)
  return intl.formatList(ids.map((id) => names.get(id) ?? `#${id}`), { type: 'unit' })
}

interface FinderProps extends Omit<FieldProps<never, never>, 'value' | 'values' | 'onChange'> {
  to: Reference
  ids: number[]
  most: number | undefined
  isMany?: boolean
  placeholderId: MessageId | undefined
  onChange: (ids: number[]) => void
}

function Finder({ id, to, ids, most, isMany = false, placeholderId = 'form.find', onChange, onBlur, disabled, ...props }: FinderProps) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const names = useNames(to, ids)
  const { choices, isLooking } = useFound(to, text, isOpen)
  const shared = {
    ...ariaOf(props),
    id,
    disabled,
    onBlur,
    placeholder: intl.formatMessage({ id: placeholderId }),
    showSearch: { filterOption: false, onSearch: setText },
    onOpenChange: setOpen,
    loading: isOpen && isLooking,
    options: (isLooking ? [] : (choices ?? [])).map((choice) => ({ value: choice.id, label: choice.name })),
    notFoundContent: intl.formatMessage({ id: isLooking ? 'form.finding' : 'form.notFound' }),
  }
  const nameOf = (value: number) => names.get(value) ?? choices?.find((choice) => choice.id === value)?.name
  const labelled = ids.map((value) => ({ value, label: nameOf(value) ?? `#${value}` }))
  if (isMany) {
    return (
      <Select
        {...shared}
        {...(most !== undefined && { maxCount: most })}
        mode="multiple"
        labelInValue
        value={labelled}
        onChange={(chosen) => onChange(chosen.map(({ value }) => value))}
      />
    )
  }
  return (
    <Select
      {...shared}
      labelInValue
      value={labelled[0] ?? null}
      allowClear={props['aria-required'] !== true}
      onChange={(chosen: { value: number } | null | undefined) => {
        const choice = choices?.find((one) => one.id === chosen?.value)
        if (choice) rememberName(to, choice)
        onChange(chosen ? [chosen.value] : [])
      }}
    />
  )
}
