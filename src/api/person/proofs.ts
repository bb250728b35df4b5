import { create } from 'zustand'

/** Resolves the pending request to re-authenticate; null: no request is pending. */
export const useProof = create<{ answer: ((isProven: boolean) => void) | null }>()(() => ({ answer: null }))

let pendingProof: Promise<boolean> | null = null

/** Asks the user to re-authenticate; calls refused in the meantime wait for the same result. */
export function askForProof(): Promise<boolean> {
  pendingProof ??= new Promise<boolean>((resolve) => useProof.setState({ answer: resolve })).finally(() => {
    pendingProof = null
    useProof.setState({ answer: null })
  })
  return pendingProof
}
