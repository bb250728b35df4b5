import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { create } from 'zustand'
import { useAccount } from '../../store/account.ts'
import { draftKey, findDraft } from './drafts.ts'

/** The noun of which a new record is being filled in; null: of none. */
const useAddedNoun = create<{ noun: string | null }>()(() => ({ noun: null }))

/** Opens the form of a new record where its noun has one on the page. */
export function addRecord(noun: string): void {
  useAddedNoun.setState({ noun })
}

/**
 * Whether the form of a new record is open: the button beside a list opens it, what an empty list offers does, and so does
 * coming back from a login that interrupted it.
 * @param begins what a new record begins with
 */
export function useAdding(noun: string, begins: object = {}): [isAdding: boolean, setAdding: (isAdding: boolean) => void] {
  const { pathname } = useLocation()
  const draft = draftKey({ path: pathname, noun, id: null, begins })
  const userId = useAccount()?.id ?? null
  const isAdding = useAddedNoun((state) => state.noun === noun)
  const isAsked = useRef(false)
  useEffect(() => {
    // Asked once it is known who is there: the form itself takes the draft away.
    if (isAsked.current || userId === null) return
    isAsked.current = true
    if (findDraft(draft, userId) !== null) addRecord(noun)
  }, [noun, draft, userId])
  useEffect(() => () => useAddedNoun.setState(({ noun: open }) => ({ noun: open === noun ? null : open })), [noun])
  return [isAdding, (next) => (next ? addRecord(noun) : useAddedNoun.setState({ noun: null }))]
}
