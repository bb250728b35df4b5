import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Scene } from '#contract/herd/monitor.ts'

export interface UrlTarget {
  farmId: number
  animalId: number | null
}

/** Returns the target of a URL for the monitor: `?farm=2`, or `?farm=2&animal=17`. Null for a farm outside the scene. */
export function urlTargetOf(search: URLSearchParams, scene: Pick<Scene, 'farms'>): UrlTarget | null {
  const idOf = (name: string) => {
    const id = Number(search.get(name))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  }
  const farm = scene.farms.find(({ id }) => id === idOf('farm'))
  return farm ? { farmId: farm.id, animalId: idOf('animal') } : null
}

/** Shows the URL's target once the scene has loaded, and again when the URL changes. */
export function useUrlTarget(scene: Scene | null, onTarget: (target: UrlTarget) => void): void {
  const [search] = useSearchParams()
  const words = search.toString()
  const isReady = scene !== null
  const follow = useEffectEvent((words: string) => {
    const target = scene && urlTargetOf(new URLSearchParams(words), scene)
    if (target) onTarget(target)
  })
  useEffect(() => {
    if (isReady) follow(words)
  }, [words, isReady])
}
