import { lazy, type ComponentType } from 'react'
import { opensIn, type Screen } from '../../navigation/screen.ts'
import { loadChunk } from '../../navigation/loadChunk.ts'
import { useSession } from '../../api/session.ts'

export interface ScreenChunk {
  /** Loads the screen's script if the signed-in user may see the screen. */
  prepare(): Promise<null>
  /** Returns the screen if its script has loaded; otherwise a component that loads it when rendered. */
  component(): ComponentType
}

/** Loads the script of a screen once. */
export function createScreenChunk(screen: Screen): ScreenChunk {
  let loading: Promise<ComponentType> | undefined
  let loaded: ComponentType | undefined
  const load = () => {
    loading ??= loadChunk(screen.load, screen.wall === true).then(
      ({ Component }) => (loaded = Component),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const Lazy = lazy(async () => ({ default: await load() }))
  return {
    async prepare() {
      const { session } = useSession.getState()
      if (screen.roles === 'open' || (session && opensIn(screen, session))) await load()
      return null
    },
    component: () => loaded ?? Lazy,
  }
}
