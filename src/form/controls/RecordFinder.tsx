import { Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { rememberName, useFound, useNames, type Reference } from '../../api/references.ts'
import type { MessageId } from '../../locale/languages.ts'
import { clearButton } from './clearButton.tsx'
import type { Binding } from './controlProps.ts'

interface Props extends Binding {
  to: Reference
  ids: number[]
  maxCount: number | undefined
  isMany?: boolean
  placeholderId: MessageId | undefined
  /** Accessible name, for use without a form label. */
  'aria-label'?: string
  onChange: (ids: number[]) => void
}

/** Selects other records by searching for their names. */
export function RecordFinder({
  to,
  ids,
  maxCount: most,
  isMany = false,
  placeholderId = 'form.find',
  onChange,
  ...binding
}: Props) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const names = useNames(to, ids)
  const { choices, isLooking } = useFound(to, text, isOpen)
  const shared = {
    ...binding,
    placeholder: intl.formatMessage({ id: placeholderId }),
    showSearch: { filterOption: false, onSearch: setText },
    onOpenChange: setOpen,
    loading: isOpen && isLooking,
    options: (isLooking ? [] : (choices ?? [])).map((choice) => ({ value: choice.id, label: choice.name })),
    notFoundContent: (
      <span className="finder-none">
        {intl.formatMessage({ id: isLooking ? 'form.finding' : 'form.notFound' })}
        {!isLooking && to.noneId && <small>{intl.formatMessage({ id: to.noneId })}</small>}
      </span>
    ),
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
      allowClear={clearButton(intl, binding['aria-required'] === true)}
      onChange={(chosen: { value: number } | null | undefined) => {
        const choice = choices?.find((one) => one.id === chosen?.value)
        if (choice) rememberName(to, choice)
        onChange(chosen ? [chosen.value] : [])
      }}
    />
  )
}
