import { createContext, useContext, useEffect } from 'react'
import { create } from 'zustand'

/** Number of running uploads per form. */
const useUploads = create<Readonly<Record<string, number>>>()(() => ({}))

/** Key of the form that the inputs below belong to. */
export const UploadsOf = createContext<string | null>(null)

/** Counts an upload for the surrounding form while it runs. */
export function useCountUpload(isUploading: boolean): void {
  const key = useContext(UploadsOf)
  useEffect(() => {
    if (key === null || !isUploading) return
    const add = (by: number) => useUploads.setState((counts) => ({ [key]: (counts[key] ?? 0) + by }))
    add(1)
    return () => add(-1)
  }, [key, isUploading])
}

/** Returns whether a form has running uploads; a save now would lack their files. */
export function useIsUploading(key: string): boolean {
  return useUploads((counts) => (counts[key] ?? 0) > 0)
}
