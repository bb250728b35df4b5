import { useId, useState, type FormEvent } from 'react'

type Values = Record<string, string>

/** Tells an error of a value, seen beside the form's others; null: none. */
export type Rule = (value: string, values: Values) => string | null

/** The props that make a field part of a form: see TextField. */
export interface BoundField {
  id: string
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
}

/**
 * The fields of a small form. What is wrong with a value is said when its field is left and while it is mended; a field
 * that is left empty says nothing before the form is sent. Sending a form with a error goes to the first wrong field.
 * @param rules by field, in the order of the form; the first error of a field is told
 */
export function useFields<V extends Values>(initial: V, rules: { readonly [Name in keyof V]: readonly Rule[] }) {
  const prefix = useId()
  const [values, setValues] = useState(initial)
  const [told, setTold] = useState<ReadonlySet<keyof V>>(new Set())
  const errorOf = (name: keyof V) => rules[name].map((rule) => rule(values[name] ?? '', values)).find((error) => error !== null) ?? null
  const tell = (...names: (keyof V)[]) => setTold((known) => new Set([...known, ...names]))
  const idOf = (name: keyof V) => `${prefix}${String(name)}`

  return {
    values,
    /** Says now what is wrong with a field. @returns whether nothing is */
    check(name: keyof V): boolean {
      tell(name)
      return errorOf(name) === null
    },
    bind: (name: keyof V & string): BoundField => ({
      id: idOf(name),
      name,
      value: values[name] ?? '',
      error: told.has(name) ? errorOf(name) : null,
      onChange: (value) => setValues((known) => ({ ...known, [name]: value })),
      onBlur: () => {
        if (values[name] !== '') tell(name)
      },
    }),
    onSubmit: (send: (values: V) => void) => (event: FormEvent) => {
      event.preventDefault()
      const names = Object.keys(rules)
      tell(...names)
      const wrong = names.find((name) => errorOf(name) !== null)
      if (wrong === undefined) send(values)
      else document.querySelector<HTMLElement>(`[id="${idOf(wrong)}"]`)?.focus()
    },
  }
}

/** The value has to be there. */
export const required = (words: string): Rule => (value) => (value.trim() === '' ? words : null)

/** The value, where there is one, has to be as a schema of the contract wants it. */
export const matches =
  (schema: { safeParse: (value: string) => { success: boolean } }, words: string): Rule =>
  (value) =>
    value.trim() === '' || schema.safeParse(value).success ? null : words
