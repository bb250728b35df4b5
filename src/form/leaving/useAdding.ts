import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { create } from 'zustand'
import { useAccount } from '../../store/account.ts'
import { draftKey, findDraft } from './drafts.ts'

/** Noun whose form for a new record is open; null: none. */
const useAddedNoun = create<{ noun: string | null }>()(() => ({ noun: null }))

/** Opens the form for a new record if its noun has one on the page. */
export function addRecord(noun: string): void {
  useAddedNoun.setState({ noun })
}

/**
 * Returns whether the form for a new record is open.
 * The list's button and the next steps of an empty list open it, as does returning from a sign-in that interrupted it.
 * @param prefill initial values of a new record
 */
export function useAdding(
  noun: string,
  prefill: object = {},
): [isAdding: boolean, setAdding: (isAdding: boolean) => void] {
  const { pathname } = useLocation()
  const draft = draftKey({ path: pathname, noun, id: null, prefill })
  const userId = useAccount()?.id ?? null
  const isAdding = useAddedNoun((state) => state.noun === noun)
  const wasChecked = useRef(false)
  useEffect(() => {
    // Checked once the user is known; the form itself deletes the draft.
    if (wasChecked.current || userId === null) return
    wasChecked.current = true
    if (findDraft(draft, userId) !== null) addRecord(noun)
  }, [noun, draft, userId])
  useEffect(() => () => useAddedNoun.setState(({ noun: open }) => ({ noun: open === noun ? null : open })), [noun])
  return [isAdding, (next) => (next ? addRecord(noun) : useAddedNoun.setState({ noun: null }))]
}
