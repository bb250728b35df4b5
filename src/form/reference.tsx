import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { rememberNames, useNames, type Choice, type Reference } from '../api/references.ts'
import type { MessageId } from '../locale/languages.ts'
import type { Field, FieldOptions, FieldProps } from './describe.ts'
import { ariaOf } from './fields.tsx'

const settlesAfterMs = 250

/** What is found for a text, once its typing has stopped; null while it is looked for. */
function useFound(reference: Reference, text: string, isOpen: boolean): Choice[] | null {
  const [found, setFound] = useState<{ text: string; choices: Choice[] } | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    const timer = setTimeout(
      () => {
        reference.find(text, controller.signal).then(
          (choices) => {
            rememberNames(reference.noun, choices)
            setFound({ text, choices })
          },
          () => controller.signal.aborted || setFound({ text, choices: [] }),
        )
      },
      text === '' ? 0 : settlesAfterMs,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [reference, text, isOpen])
  return found?.text === text ? found.choices : null
}

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
  const found = useFound(to, text, isOpen)
  const shared = {
    ...ariaOf(props),
    id,
    disabled,
    onBlur,
    placeholder: intl.formatMessage({ id: placeholderId }),
    showSearch: { filterOption: false, onSearch: setText },
    onOpenChange: setOpen,
    loading: isOpen && found === null,
    options: (found ?? []).map((choice) => ({ value: choice.id, label: choice.name })),
    notFoundContent: intl.formatMessage({ id: found === null ? 'form.finding' : 'form.notFound' }),
  }
  const labelled = ids.map((value) => ({ value, label: names.get(value) ?? `#${value}` }))
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
      onChange={(chosen: { value: number } | null | undefined) => onChange(chosen ? [chosen.value] : [])}
    />
  )
}
