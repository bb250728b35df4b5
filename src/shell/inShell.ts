import { createContext } from 'react'

/** Whether the shell surrounds the content, with the page's only `<main>`. */
export const InShell = createContext(false)
