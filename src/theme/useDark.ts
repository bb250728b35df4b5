import { create } from 'zustand'
import { useAppearance } from './appearance.ts'

/** The computer's preference. A single listener updates all components in one pass, so that no page is half dark. */
const computer = window.matchMedia('(prefers-color-scheme: dark)')
const useComputer = create<{ isDark: boolean }>()(() => ({ isDark: computer.matches }))
computer.addEventListener('change', ({ matches }) => useComputer.setState({ isDark: matches }))

/** Returns whether the console is dark, by the chosen mode or the computer's preference. */
export function useDark(): boolean {
  const mode = useAppearance((state) => state.mode)
  const isDark = useComputer((state) => state.isDark)
  return mode === 'dark' || (mode === 'system' && isDark)
}
