import { Suspense } from 'react'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { useScene } from '../../store/scene.ts'
import { MonitorScreen } from './MonitorScreen.tsx'

/** Loaded for those alone who have nothing to monitor yet. */
const FirstSteps = lazyChunk(async () => (await import('../../shell/first-steps/FirstSteps.tsx')).FirstSteps)

/** The wall; while there is no farm, which would make it a wall of zeros, the first steps. */
export function MonitorPage() {
  const { scene } = useScene()
  if (scene?.farms.length !== 0) return <MonitorScreen />
  return (
    <Suspense>
      <FirstSteps />
    </Suspense>
  )
}
