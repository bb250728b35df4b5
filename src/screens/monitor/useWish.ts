import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Scene } from '#contract/monitor.ts'

export interface Wish {
  farmId: number
  animalId: number | null
}

/** What an address asks the monitor to show: `?farm=2`, or `?farm=2&animal=17`. Farms that are not on the scene are none. */
export function wishOf(search: URLSearchParams, scene: Pick<Scene, 'farms'>): Wish | null {
  const idOf = (name: string) => {
    const id = Number(search.get(name))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  }
  const farm = scene.farms.find(({ id }) => id === idOf('farm'))
  return farm ? { farmId: farm.id, animalId: idOf('animal') } : null
}

/** Goes where the address asks to, once the scene is there and again when another address asks for another place. */
export function useWish(scene: Scene | null, onWish: (wish: Wish) => void): void {
  const [search] = useSearchParams()
  const words = search.toString()
  const isReady = scene !== null
  const follow = useEffectEvent((words: string) => {
    const wish = scene && wishOf(new URLSearchParams(words), scene)
    if (wish) onWish(wish)
  })
  useEffect(() => {
    if (isReady) follow(words)
  }, [words, isReady])
}
