import { Input } from 'antd'
import { useIntl } from 'react-intl'
import { useFormats } from '../locale/formats.ts'
import type { MessageId } from '../locale/languages.ts'
import { ChoiceInput } from './controls/ChoiceInput.tsx'
import { bindingOf } from './controls/controlProps.ts'
import { DateInput } from './controls/DateInput.tsx'
import { DecimalInput } from './controls/DecimalInput.tsx'
import { InstantInput } from './controls/InstantInput.tsx'
import { PasswordInput } from './controls/PasswordInput.tsx'
import { TimeInput, timeText } from './controls/TimeInput.tsx'
import { Toggle } from './controls/Toggle.tsx'
import { useNumberWriting } from './controls/numberWriting.ts'
import type { Field, FieldOptions } from './describe.ts'
import { DocumentInput } from './files/DocumentInput.tsx'
import { DocumentLink } from './files/DocumentLink.tsx'
import { ImageInput } from './files/ImageInput.tsx'
import { Picture } from './files/Picture.tsx'

/** Reads an input event: the typed text, or null when it is empty. */
const textOf = (event: { target: { value: string } }) => event.target.value || null

/** Gives a value its own text direction, as numbers and Latin names stay left-to-right in a right-to-left page. Empty inputs follow the page. */
const ownDirection = (value: string | null | undefined) => (value ? { dir: 'auto' } : {})

function asText({ value }: { value: string }) {
  return value
}

interface TextOptions<V> extends FieldOptions<V, string> {
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'url'
  type?: 'text' | 'tel' | 'email' | 'url'
}

export function text<V>(
  labelId: MessageId,
  { autoComplete = 'off', inputMode, type, ...options }: TextOptions<V> = {},
): Field<V, string> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show: asText,
    Input: ({ value, onChange, ...props }) => (
      <Input
        {...bindingOf(props)}
        {...usePlaceholder(options.placeholderId)}
        {...(type && { type })}
        inputMode={inputMode}
        autoComplete={autoComplete}
        {...ownDirection(value)}
        value={value ?? ''}
        onChange={(event) => onChange(textOf(event))}
      />
    ),
  }
}

export function email<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return text(labelId, { ...options, type: 'email', inputMode: 'email', autoComplete: 'off' })
}

/** A telephone with country code, or a Chinese mobile number without one. */
export function telephone<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return text(labelId, {
    placeholderId: 'form.telephone',
    ...options,
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'off',
  })
}

export function textarea<V>(
  labelId: MessageId,
  { rows = 3, ...options }: FieldOptions<V, string> & { rows?: number } = {},
): Field<V, string> {
  return {
    isWide: true,
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => <span className="form-lines">{value}</span>,
    Input: ({ value, onChange, ...props }) => (
      <Input.TextArea
        {...bindingOf(props)}
        {...usePlaceholder(options.placeholderId)}
        autoSize={{ minRows: rows, maxRows: 12 }}
        {...ownDirection(value)}
        value={value ?? ''}
        onChange={(event) => onChange(textOf(event))}
      />
    ),
  }
}

/** A password; a new one shows its rule and strength. */
export function password<V>(
  labelId: MessageId,
  autoComplete: 'new-password' | 'current-password',
  options: FieldOptions<V, string> = {},
): Field<V, string> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    isSecret: true,
    Show: () => '••••••••',
    Input: ({ value, onChange, ...props }) => (
      <PasswordInput {...bindingOf(props)} {...{ value, onChange, autoComplete }} />
    ),
  }
}

interface NumberOptions<V> extends FieldOptions<V, number> {
  /** Translated unit after the number (`unit.metres`). */
  unitId?: MessageId
  /** Text before the number, such as ¥. */
  prefix?: string
  /** Decimal places; by default as many as typed. */
  places?: number
  step?: number
}

export function number<V>(
  labelId: MessageId,
  { unitId, prefix, places, step, ...options }: NumberOptions<V> = {},
): Field<V, number> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show({ value }) {
      const { write } = useNumberWriting(places)
      const intl = useIntl()
      return [prefix, write(value), unitId && intl.formatMessage({ id: unitId })].filter(Boolean).join(' ')
    },
    Input: ({ value, onChange, ...props }) => (
      <DecimalInput
        {...bindingOf(props)}
        {...usePlaceholder(options.placeholderId)}
        {...{ unitId, prefix, places, step }}
        value={value == null ? null : String(value)}
        onChange={(figure) => onChange(figure === null ? null : Number(figure))}
      />
    ),
  }
}

/** A time of day, as minutes since midnight. */
export function timeOfDay<V>(labelId: MessageId, options: FieldOptions<V, number> = {}): Field<V, number> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => timeText(value),
    Input: ({ value, onChange, ...props }) => <TimeInput {...bindingOf(props)} {...{ value, onChange }} />,
  }
}

/** An amount of money as decimal text, never a binary float; in yuan by default. */
export function money<V>(
  labelId: MessageId,
  { prefix = '¥', ...options }: FieldOptions<V, string> & { prefix?: string } = {},
): Field<V, string> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    isAmount: true,
    Show({ value }) {
      const { write } = useNumberWriting(2)
      return `${prefix} ${write(value)}`
    },
    Input: ({ value, onChange, ...props }) => (
      <DecimalInput
        {...bindingOf(props)}
        {...usePlaceholder(options.placeholderId)}
        {...{ prefix, value, onChange }}
        places={2}
      />
    ),
  }
}

/** A ratio as decimal text, shown as a multiple. */
export function ratio<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show({ value }) {
      const { write } = useNumberWriting(2)
      return useIntl().formatMessage({ id: 'unit.timesOf' }, { ratio: write(value) })
    },
    Input: ({ value, onChange, ...props }) => (
      <DecimalInput
        {...bindingOf(props)}
        {...usePlaceholder(options.placeholderId)}
        {...{ value, onChange }}
        unitId="unit.times"
        places={2}
        step={0.05}
      />
    ),
  }
}

/** One of a few codes, which may depend on the rest of the form. `wordOf` returns the label of a code. */
export function select<V, T extends string>(
  labelId: MessageId,
  choices: readonly T[] | ((values: V) => readonly T[]),
  { wordOf, ...options }: FieldOptions<V, T> & { wordOf: (choice: T) => MessageId },
): Field<V, T> {
  return {
    ...options,
    labelId,
    Show: ({ value }) => useIntl().formatMessage({ id: wordOf(value) }),
    Input({ value, onChange, values, ...props }) {
      const intl = useIntl()
      const offered = typeof choices === 'function' ? choices(values) : choices
      // The present value stays in the list even if it is no longer offered.
      const all = value == null || offered.includes(value) ? offered : [...offered, value]
      return (
        <ChoiceInput
          {...bindingOf(props)}
          {...usePlaceholder(options.placeholderId)}
          value={value}
          choices={all.map((choice) => ({ value: choice, label: intl.formatMessage({ id: wordOf(choice) }) }))}
          onChange={(choice) => onChange(all.find((one) => one === choice) ?? null)}
        />
      )
    },
  }
}

/** Yes or no. */
export function toggle<V>(labelId: MessageId, options: FieldOptions<V, boolean> = {}): Field<V, boolean> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    isNeverEmpty: true,
    Show: ({ value }) => useIntl().formatMessage({ id: value ? 'form.yes' : 'form.no' }),
    Input: ({ value, onChange, ...props }) => <Toggle {...bindingOf(props)} {...{ value, onChange }} />,
  }
}

/** A day, as `2026-05-01`. A range consists of two, the second with `notBefore`. */
export function date<V>(
  labelId: MessageId,
  { notBefore, ...options }: FieldOptions<V, string> & { notBefore?: (values: V) => string | null | undefined } = {},
): Field<V, string> {
  return {
    ...options,
    labelId,
    Show: ({ value }) => useIntl().formatDate(`${value}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' }),
    Input: ({ value, onChange, values, ...props }) => (
      <DateInput {...bindingOf(props)} {...{ value, onChange }} notBefore={notBefore?.(values) ?? null} />
    ),
  }
}

/** A minute of a day in the viewer's zone, stored as an instant. */
export function instant<V>(
  labelId: MessageId,
  options: FieldOptions<V, string | number> = {},
): Field<V, string | number> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => useFormats().instant(value),
    Input: ({ value, onChange, ...props }) => <InstantInput {...bindingOf(props)} {...{ value, onChange }} />,
  }
}

/** An uploaded picture, by its id. */
export function image<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return {
    isWide: true,
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => <Picture id={value} />,
    Input: ({ value, onChange, ...props }) => <ImageInput {...bindingOf(props)} {...{ value, onChange }} />,
  }
}

/** An uploaded PDF document, by its id. */
export function pdf<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return {
    isWide: true,
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => <DocumentLink id={value} />,
    Input: ({ value, onChange, ...props }) => <DocumentInput {...bindingOf(props)} {...{ value, onChange }} />,
  }
}

function usePlaceholder(id: MessageId | undefined): { placeholder?: string } {
  const intl = useIntl()
  return id ? { placeholder: intl.formatMessage({ id }) } : {}
}
