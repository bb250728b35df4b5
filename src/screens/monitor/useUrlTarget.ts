import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Scene } from '#contract/herd/monitor.ts'

export interface UrlTarget {
  farmId: number
  animalId: number | null
}

/** The target that an address asks the monitor to show: `?farm=2`, or `?farm=2&animal=17`. Farms that are not on the scene are none. */
export function urlTargetOf(search: URLSearchParams, scene: Pick<Scene, 'farms'>): UrlTarget | null {
  const idOf = (name: string) => {
    const id = Number(search.get(name))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  }
  const farm = scene.farms.find(({ id }) => id === idOf('farm'))
  return farm ? { farmId: farm.id, animalId: idOf('animal') } : null
}

/** Goes where the address asks to, once the scene is there and again when another address asks for another place. */
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
