import { createScene } from '../herd/createScene.ts'
import { judge } from './judge.ts'
import { World } from './world.ts'

/** The demo's herd with a day behind it, in this page's memory. */
export function createWorld(now: number): World {
  return new World(createScene(), now, judge)
}
