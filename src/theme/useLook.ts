import { useLayoutEffect } from 'react'
import { useAppearance } from './appearance.ts'
import { useDark } from './useDark.ts'

/** Applies the chosen appearance to our own styles, as attributes of the root element. */
export function useLook(): void {
  const density = useAppearance((state) => state.density)
  const hasWeakColours = useAppearance((state) => state.weakColours)
  const primary = useAppearance((state) => state.primary)
  const isDark = useDark()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = isDark ? 'dark' : 'light'
    dataset['density'] = density
    dataset['primary'] = primary
    if (hasWeakColours) dataset['weak'] = ''
    else delete dataset['weak']
  }, [isDark, density, hasWeakColours, primary])
}
