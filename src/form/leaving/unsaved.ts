import { create } from 'zustand'

/** A form on this page with something in it that is not saved yet. */
export interface Unsaved {
  key: string
  title: string
  /** The names of the fields that were changed, in the reader's language. */
  fields: readonly string[]
}

/** All of them, the first one opened first: it asks for all. */
export const useUnsaved = create<{ forms: readonly Unsaved[] }>()(() => ({ forms: [] }))

export function noteUnsaved(form: Unsaved): void {
  useUnsaved.setState(({ forms }) => ({
    forms: forms.some(({ key }) => key === form.key) ? forms.map((one) => (one.key === form.key ? form : one)) : [...forms, form],
  }))
}

/** Saved, given up, or kept elsewhere: from now on nobody is asked. */
export function forgetUnsaved(key: string): void {
  useUnsaved.setState(({ forms }) => ({ forms: forms.filter((one) => one.key !== key) }))
}
