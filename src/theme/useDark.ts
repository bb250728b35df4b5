import { create } from 'zustand'
import { useAppearance } from './appearance.ts'

/** The computer's preference. One listener for all: all drawings by it change in the same pass, so no page is half dark. */
const computer = window.matchMedia('(prefers-color-scheme: dark)')
const useComputer = create<{ isDark: boolean }>()(() => ({ isDark: computer.matches }))
computer.addEventListener('change', ({ matches }) => useComputer.setState({ isDark: matches }))

/** Whether the console is dark just now: as it was chosen, or as the computer is. */
export function useDark(): boolean {
  const mode = useAppearance((state) => state.mode)
  const isDark = useComputer((state) => state.isDark)
  return mode === 'dark' || (mode === 'system' && isDark)
}
