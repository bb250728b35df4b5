import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAccount } from '../../store/account.ts'
import { findDraft } from './drafts.ts'

/**
 * Whether the form of a new record is open: the button beside a list opens it, and so does coming back from a login
 * that interrupted it.
 */
export function useAdding(noun: string): [isAdding: boolean, setAdding: (isAdding: boolean) => void] {
  const { pathname } = useLocation()
  const userId = useAccount()?.id ?? null
  const [isAdding, setAdding] = useState<boolean | null>(null)
  // Asked for until it is known who is there: the form itself takes the draft away.
  if (isAdding === null && userId !== null && findDraft({ path: pathname, noun, id: null }, userId) !== null) setAdding(true)
  return [isAdding ?? false, setAdding]
}
