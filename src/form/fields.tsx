import { Input, InputNumber, Select, Switch } from 'antd'
import { useIntl } from 'react-intl'
import type { MessageId } from '../locale/languages.ts'
import { DateInput } from './controls/DateInput.tsx'
import { ImageInput } from './controls/ImageInput.tsx'
import { PasswordInput } from './controls/PasswordInput.tsx'
import { Picture } from './controls/Picture.tsx'
import { useNumberWriting } from './controls/numberWriting.ts'
import type { Field, FieldOptions } from './describe.ts'

/** Texts of an input: what is typed, or null where nothing is. */
const textOf = (event: { target: { value: string } }) => event.target.value || null

/** A number or a Latin name reads from the left in a page that reads from the right; what is empty goes with the page. */
const ownDirection = (value: string | null | undefined) => (value ? { dir: 'auto' } : {})

function asText({ value }: { value: string }) {
  return value
}

interface TextOptions<V> extends FieldOptions<V, string> {
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'url'
  type?: 'text' | 'tel' | 'email' | 'url'
}

export function text<V>(labelId: MessageId, { autoComplete = 'off', inputMode, type, ...options }: TextOptions<V> = {}): Field<V, string> {
  return {
    ...options,
    labelId,
    isAlone: true,
    Show: asText,
    Input: ({ id, value, onChange, onBlur, disabled, ...props }) => (
      <Input
        {...ariaOf(props)}
        {...usePlaceholder(options.placeholderId)}
        id={id}
        {...(type && { type })}
        inputMode={inputMode}
        autoComplete={autoComplete}
        {...ownDirection(value)}
        value={value ?? ''}
        onChange={(event) => onChange(textOf(event))}
        onBlur={onBlur}
        disabled={disabled}
      />
    ),
  }
}

export function email<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return text(labelId, { ...options, type: 'email', inputMode: 'email', autoComplete: 'off' })
}

/** A telephone: with a country code, or a Chinese mobile without one. */
export function telephone<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return text(labelId, { placeholderId: 'form.telephone', ...options, type: 'tel', inputMode: 'tel', autoComplete: 'off' })
}

export function textarea<V>(labelId: MessageId, { rows = 3, ...options }: FieldOptions<V, string> & { rows?: number } = {}): Field<V, string> {
  return {
    wide: true,
    ...options,
    labelId,
    isAlone: true,
    Show: ({ value }) => <span className="form-lines">{value}</span>,
    Input: ({ id, value, onChange, onBlur, disabled, ...props }) => (
      <Input.TextArea
        {...ariaOf(props)}
        {...usePlaceholder(options.placeholderId)}
        id={id}
        autoSize={{ minRows: rows, maxRows: 12 }}
        {...ownDirection(value)}
        value={value ?? ''}
        onChange={(event) => onChange(textOf(event))}
        onBlur={onBlur}
        disabled={disabled}
      />
    ),
  }
}

/** A password; a new one with its strength and the rule. */
export function password<V>(labelId: MessageId, autoComplete: 'new-password' | 'current-password', options: FieldOptions<V, string> = {}): Field<V, string> {
  return {
    ...options,
    labelId,
    isAlone: true,
    secret: true,
    Show: () => '••••••••',
    Input: ({ id, value, onChange, onBlur, disabled, ...props }) => (
      <PasswordInput {...ariaOf(props)} {...{ id, value, onChange, onBlur, disabled, autoComplete }} />
    ),
  }
}

interface NumberOptions<V> extends FieldOptions<V, number> {
  /** Written behind the figure, in the reader's language (`unit.metres`). */
  unitId?: MessageId
  /** Written before the figure, such as ¥. */
  prefix?: string
  /** Places after the decimal sign; else as many as are typed. */
  places?: number
  step?: number
}

export function number<V>(labelId: MessageId, { unitId, prefix, places, step, ...options }: NumberOptions<V> = {}): Field<V, number> {
  return {
    ...options,
    labelId,
    isAlone: true,
    Show({ value }) {
      const { write } = useNumberWriting(places)
      const intl = useIntl()
      return [prefix, write(value), unitId && intl.formatMessage({ id: unitId })].filter(Boolean).join(' ')
    },
    Input({ id, value, onChange, onBlur, disabled, ...props }) {
      const intl = useIntl()
      const { write, read } = useNumberWriting(places)
      return (
        <InputNumber<string | number>
          {...ariaOf(props)}
          {...usePlaceholder(options.placeholderId)}
          {...(prefix !== undefined && { prefix })}
          {...(unitId && { suffix: intl.formatMessage({ id: unitId }) })}
          {...(places !== undefined && { precision: places })}
          {...(step !== undefined && { step })}
          className="form-number"
          id={id}
          value={value ?? null}
          formatter={(figure, { userTyping, input }) => (userTyping ? input : writeFigure(figure, write))}
          parser={(typed) => (typed?.trim() ? Number(read(typed) || Number.NaN) : '')}
          onChange={(figure) => onChange(figure === null || figure === '' ? null : Number(figure))}
          onBlur={onBlur}
          disabled={disabled}
          changeOnWheel={false}
        />
      )
    },
  }
}

/** antd hands its figures in as text. */
function writeFigure(figure: string | number | undefined, write: (value: number) => string): string {
  const text = `${figure ?? ''}`
  return text === '' || Number.isNaN(Number(text)) ? '' : write(Number(text))
}

/** An amount of money as a decimal text, in yuan unless another sign is given: never a binary float. */
export function money<V>(labelId: MessageId, { prefix = '¥', ...options }: FieldOptions<V, string> & { prefix?: string } = {}): Field<V, string> {
  return {
    ...options,
    labelId,
    isAlone: true,
    Show({ value }) {
      const { write } = useNumberWriting(2)
      return `${prefix} ${write(value)}`
    },
    Input({ id, value, onChange, onBlur, disabled, ...props }) {
      const { write, read } = useNumberWriting(2)
      return (
        <InputNumber<string>
          {...ariaOf(props)}
          {...usePlaceholder(options.placeholderId)}
          stringMode
          precision={2}
          prefix={prefix}
          className="form-number"
          id={id}
          value={value ?? null}
          formatter={(figure, { userTyping, input }) => (userTyping || !figure ? input : write(figure))}
          parser={(typed) => read(typed ?? '')}
          onChange={(figure) => onChange(figure || null)}
          onBlur={onBlur}
          disabled={disabled}
          changeOnWheel={false}
        />
      )
    },
  }
}

interface SelectOptions<V, T extends string> extends FieldOptions<V, T> {
  /** The message that names a choice. */
  wordOf: (choice: T) => MessageId
}

/** One of a few; which ones may depend on the rest of the form. */
export function select<V, T extends string>(
  labelId: MessageId,
  choices: readonly T[] | ((values: V) => readonly T[]),
  { wordOf, ...options }: SelectOptions<V, T>,
): Field<V, T> {
  return {
    ...options,
    labelId,
    Show: ({ value }) => useIntl().formatMessage({ id: wordOf(value) }),
    Input({ id, value, onChange, onBlur, disabled, values, ...props }) {
      const intl = useIntl()
      const offered = typeof choices === 'function' ? choices(values) : choices
      // What it is now stays readable, though nobody could choose it any more.
      const all = value == null || offered.includes(value) ? offered : [...offered, value]
      return (
        <Select<T>
          {...ariaOf(props)}
          id={id}
          value={value ?? null}
          options={all.map((choice) => ({ value: choice, label: intl.formatMessage({ id: wordOf(choice) }) }))}
          onChange={(choice) => onChange(choice ?? null)}
          onBlur={onBlur}
          disabled={disabled}
          allowClear={props['aria-required'] !== true}
          placeholder={intl.formatMessage({ id: options.placeholderId ?? 'form.choose' })}
          showSearch={all.length > 10 && { optionFilterProp: 'label' }}
        />
      )
    },
  }
}

/** Several of a few, at most so many. */
export function selectMany<V, T extends string>(
  labelId: MessageId,
  choices: readonly T[],
  { wordOf, most, ...options }: FieldOptions<V, T[]> & { wordOf: (choice: T) => MessageId; most?: number },
): Field<V, T[]> {
  return {
    wide: true,
    ...options,
    labelId,
    isAlone: true,
    Show({ value }) {
      const intl = useIntl()
      return intl.formatList(value.map((choice) => intl.formatMessage({ id: wordOf(choice) })), { type: 'unit' })
    },
    Input({ id, value, onChange, onBlur, disabled, ...props }) {
      const intl = useIntl()
      return (
        <Select<T[]>
          {...ariaOf(props)}
          {...(most !== undefined && { maxCount: most })}
          mode="multiple"
          id={id}
          value={value ?? []}
          options={choices.map((choice) => ({ value: choice, label: intl.formatMessage({ id: wordOf(choice) }) }))}
          onChange={onChange}
          onBlur={onBlur}
          disabled={disabled}
          placeholder={intl.formatMessage({ id: options.placeholderId ?? 'form.choose' })}
          showSearch={{ optionFilterProp: 'label' }}
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
    isAlone: true,
    isNeverEmpty: true,
    Show: ({ value }) => useIntl().formatMessage({ id: value ? 'form.yes' : 'form.no' }),
    Input: ({ id, value, onChange, onBlur, disabled, ...props }) => (
      <span onBlur={onBlur}>
        <Switch id={id} aria-describedby={props['aria-describedby']} checked={value ?? false} onChange={(on) => onChange(on)} disabled={disabled} />
      </span>
    ),
  }
}

/** A day, as `2026-05-01`. A range is two of them, the second with `notBefore`. */
export function date<V>(
  labelId: MessageId,
  { notBefore, ...options }: FieldOptions<V, string> & { notBefore?: (values: V) => string | null | undefined } = {},
): Field<V, string> {
  return {
    ...options,
    labelId,
    Show: ({ value }) => useIntl().formatDate(`${value}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' }),
    Input: ({ id, value, onChange, onBlur, disabled, values, ...props }) => (
      <DateInput {...ariaOf(props)} {...{ id, value, onChange, onBlur, disabled }} notBefore={notBefore?.(values) ?? null} />
    ),
  }
}

/** An uploaded picture, by its id. */
export function image<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return {
    wide: true,
    ...options,
    labelId,
    isAlone: true,
    Show: ({ value }) => <Picture id={value} />,
    Input: ({ id, value, onChange, onBlur, disabled, ...props }) => <ImageInput {...ariaOf(props)} {...{ id, value, onChange, onBlur, disabled }} />,
  }
}

interface Aria {
  'aria-invalid'?: boolean | 'true' | 'false' | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}

/** What binds an input to its error and its hint. */
export function ariaOf(props: Aria): Aria {
  return {
    'aria-invalid': props['aria-invalid'],
    'aria-describedby': props['aria-describedby'],
    'aria-required': props['aria-required'],
  }
}

function usePlaceholder(id: MessageId | undefined): { placeholder?: string } {
  const intl = useIntl()
  return id ? { placeholder: intl.formatMessage({ id }) } : {}
}
