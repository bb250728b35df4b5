import { create } from 'zustand'
import { endpoints } from '#contract/endpoints.ts'
import type { Scene } from '#contract/monitor.ts'
import { call } from '../api/call.ts'

interface SceneState {
  /** The stage the live data plays on; null until it has been loaded. */
  scene: Scene | null
  failed: boolean
}

export const useScene = create<SceneState>()(() => ({ scene: null, failed: false }))

/** Loads the scene, or loads it anew; one that failed to load leaves the old one standing. */
export async function loadScene(): Promise<void> {
  try {
    useScene.setState({ scene: await call(endpoints.monitor.scene, {}, { quiet: true }), failed: false })
  } catch {
    useScene.setState({ failed: true })
  }
}
