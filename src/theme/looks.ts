import { createContext } from 'react'

/** Whether antd styles what it draws and moves what comes and goes; tests look at neither. */
export const Looks = createContext(true)
