import { create } from 'zustand'

/** Answers whether the person has proved once more that it is they; null: nobody is asked. */
export const useProof = create<{ answer: ((isProven: boolean) => void) | null }>()(() => ({ answer: null }))

let asked: Promise<boolean> | null = null

/** Asks the person to prove that it is they; calls that are refused meanwhile wait for the same answer. */
export function askForProof(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => useProof.setState({ answer: resolve })).finally(() => {
    asked = null
    useProof.setState({ answer: null })
  })
  return asked
}
