import { createContext } from 'react'

/** Whether what comes and goes may move on the way; tests do not wait for that. */
export const Motion = createContext(true)
