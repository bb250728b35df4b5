import { Suspense } from 'react'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { useScene } from '../../store/scene.ts'
import { MonitorScreen } from './MonitorScreen.tsx'

/** Loaded only for users without farms. */
const FirstSteps = lazyChunk(async () => (await import('../../shell/first-steps/FirstSteps.tsx')).FirstSteps)

/** The monitor wall, or the first steps while there are no farms. */
export function MonitorPage() {
  const { scene } = useScene()
  if (scene?.farms.length !== 0) return <MonitorScreen />
  return (
    <Suspense>
      <FirstSteps />
    </Suspense>
  )
}
