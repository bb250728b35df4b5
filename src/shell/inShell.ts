import { createContext } from 'react'

/** Whether the shell is around, with the one `<main>` that a page has. */
export const InShell = createContext(false)
