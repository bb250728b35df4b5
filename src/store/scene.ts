import { create } from 'zustand'
import { endpoints } from '#contract/endpoints.ts'
import type { Scene } from '#contract/monitor.ts'
import { call } from '../api/call.ts'

interface SceneState {
  /** Whether a screen has asked for it: who may not see the monitor never does. */
  wanted: boolean
  /** The stage the live data plays on; null until it has been loaded. */
  scene: Scene | null
  failed: boolean
}

export const useScene = create<SceneState>()(() => ({ wanted: false, scene: null, failed: false }))

/** Loads the scene, or loads it anew; one that failed to load leaves the old one standing. */
export async function loadScene(): Promise<void> {
  useScene.setState({ wanted: true })
  try {
    useScene.setState({ scene: await call(endpoints.monitor.scene, {}, { quiet: true }), failed: false })
  } catch {
    useScene.setState({ failed: true })
  }
}

/** The records behind it have changed: loads it anew where it is in use. */
export async function reloadScene(): Promise<void> {
  if (useScene.getState().wanted) await loadScene()
}
