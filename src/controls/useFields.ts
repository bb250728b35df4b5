import { useId, useState, type FormEvent } from 'react'

type Values = Record<string, string>

/** Returns the error of a value, given the form's other values; null: valid. */
export type Rule = (value: string, values: Values) => string | null

/** Props that bind a field to a form: see TextField. */
export interface BoundField {
  id: string
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
}

/**
 * Fields of a small form. Errors appear when a field is left, and update while it is corrected.
 * An empty field shows no error before submission. Submitting an invalid form focuses the first wrong field.
 * @param rules by field, in the order of the form; the first error of a field is shown
 */
export function useFields<V extends Values>(initial: V, rules: { readonly [Name in keyof V]: readonly Rule[] }) {
  const prefix = useId()
  const [values, setValues] = useState(initial)
  const [visibleErrors, setTold] = useState<ReadonlySet<keyof V>>(new Set())
  const errorOf = (name: keyof V) =>
    rules[name].map((rule) => rule(values[name] ?? '', values)).find((error) => error !== null) ?? null
  const showErrors = (...names: (keyof V)[]) => setTold((known) => new Set([...known, ...names]))
  const idOf = (name: keyof V) => `${prefix}${String(name)}`

  return {
    values,
    /** Shows the error of a field. @returns whether it is valid */
    check(name: keyof V): boolean {
      showErrors(name)
      return errorOf(name) === null
    },
    bind: (name: keyof V & string): BoundField => ({
      id: idOf(name),
      name,
      value: values[name] ?? '',
      error: visibleErrors.has(name) ? errorOf(name) : null,
      onChange: (value) => setValues((known) => ({ ...known, [name]: value })),
      onBlur: () => {
        if (values[name] !== '') showErrors(name)
      },
    }),
    onSubmit: (send: (values: V) => void) => (event: FormEvent) => {
      event.preventDefault()
      const names = Object.keys(rules)
      showErrors(...names)
      const wrong = names.find((name) => errorOf(name) !== null)
      if (wrong === undefined) send(values)
      else document.querySelector<HTMLElement>(`[id="${idOf(wrong)}"]`)?.focus()
    },
  }
}

/** Requires a value. */
export const required =
  (words: string): Rule =>
  (value) =>
    value.trim() === '' ? words : null

/** Requires that a non-empty value matches a schema of the contract. */
export const matches =
  (schema: { safeParse: (value: string) => { success: boolean } }, words: string): Rule =>
  (value) =>
    value.trim() === '' || schema.safeParse(value).success ? null : words
