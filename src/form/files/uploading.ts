import { createContext, useContext, useEffect } from 'react'
import { create } from 'zustand'

/** How many files of each form are on their way. */
const useUploads = create<Readonly<Record<string, number>>>()(() => ({}))

/** Whose files the inputs below it send: the key of a form. */
export const UploadsOf = createContext<string | null>(null)

/** Has the form around it know of a file for as long as that is on its way. */
export function useNoteUpload(isUploading: boolean): void {
  const key = useContext(UploadsOf)
  useEffect(() => {
    if (key === null || !isUploading) return
    const add = (by: number) => useUploads.setState((counts) => ({ [key]: (counts[key] ?? 0) + by }))
    add(1)
    return () => add(-1)
  }, [key, isUploading])
}

/** Whether a file of a form is on its way: what is saved now would lack it. */
export function useIsUploading(key: string): boolean {
  return useUploads((counts) => (counts[key] ?? 0) > 0)
}
