import { createContext } from 'react'

/** Whether antd applies styles and animations; tests turn both off. */
export const Looks = createContext(true)
