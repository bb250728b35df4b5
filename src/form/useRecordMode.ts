import { useState } from 'react'

/** `view`: read-only with an edit button; `only`: read-only; absent: editable. */
export type ReadOnly = 'view' | 'only' | undefined

/** Tracks whether a record is being edited. Input restored after a sign-in reopens editing. */
export function useRecordMode(readOnly: ReadOnly): {
  isEditing: (isRestored: boolean) => boolean
  isRequested: boolean
  edit: (on: boolean) => void
} {
  const [isRequested, setAsked] = useState(false)
  return {
    isEditing: (isRestored) => readOnly === undefined || (readOnly === 'view' && (isRequested || isRestored)),
    isRequested,
    edit: setAsked,
  }
}
