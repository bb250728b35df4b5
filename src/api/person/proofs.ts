import { create } from 'zustand'

/** Resolves the pending request to re-authenticate; null: no request is pending. */
export const useProof = create<{ answer: ((isProven: boolean) => void) | null }>()(() => ({ answer: null }))

let asked: Promise<boolean> | null = null

/** Asks the user to re-authenticate; calls refused in the meantime wait for the same result. */
export function askForProof(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => useProof.setState({ answer: resolve })).finally(() => {
    asked = null
    useProof.setState({ answer: null })
  })
  return asked
}
