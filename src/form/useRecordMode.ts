import { useState } from 'react'

/** `view`: to be read, with a way to edit it; `only`: to be read; absent: to be filled in. */
export type ReadOnly = 'view' | 'only' | undefined

/** Whether a record is read or filled in just now: what a login interrupted is gone on with. */
export function useRecordMode(readOnly: ReadOnly): { isEditing: (isRestored: boolean) => boolean; wasAsked: boolean; edit: (on: boolean) => void } {
  const [wasAsked, setAsked] = useState(false)
  return {
    isEditing: (isRestored) => readOnly === undefined || (readOnly === 'view' && (wasAsked || isRestored)),
    wasAsked,
    edit: setAsked,
  }
}
