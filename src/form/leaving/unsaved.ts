import { create } from 'zustand'

/** A form on this page with unsaved changes. */
export interface Unsaved {
  key: string
  title: string
  /** Names of the changed fields, in the user's language. */
  fields: readonly string[]
}

/** All forms with unsaved changes, the earliest first; that one asks for all. */
export const useUnsaved = create<{ forms: readonly Unsaved[] }>()(() => ({ forms: [] }))

export function addUnsaved(form: Unsaved): void {
  useUnsaved.setState(({ forms }) => ({
    forms: forms.some(({ key }) => key === form.key)
      ? forms.map((one) => (one.key === form.key ? form : one))
      : [...forms, form],
  }))
}

/** Removes a form that was saved, discarded, or stored as a draft. */
export function removeUnsaved(key: string): void {
  useUnsaved.setState(({ forms }) => ({ forms: forms.filter((one) => one.key !== key) }))
}
