import type { ComponentType } from 'react'
import type { RecordLists } from '../list/describeRecords.tsx'

/** Loads the page of a described noun, which shows nothing but its lists. */
export const recordsScreen =
  (loadLists: () => Promise<RecordLists>) => async (): Promise<{ Component: ComponentType }> => {
    const [lists, { RecordsPage }] = await Promise.all([loadLists(), import('../list/describeRecords.tsx')])
    return { Component: () => <RecordsPage lists={lists} /> }
  }
