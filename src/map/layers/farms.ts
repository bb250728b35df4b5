import { boundsOf, middleOf, outerRing } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import type { SymbolName } from '../symbols.ts'
import { farmTrouble, type Trouble } from '../trouble.ts'
import { standing } from './gateways.ts'

export const farmSymbols = {
  critical: 'farmCritical',
  major: 'farmMajor',
  minor: 'farmMinor',
  unverified: 'farmUnverified',
  normal: 'farm',
} as const satisfies Record<Trouble, SymbolName>

/** Draws far farms as one symbol each, in the shape of their worst trouble. */
export function farms(state: MapState) {
  const places = state.scene.farms
    .filter((farm) => !state.nearFarmIds.has(farm.id))
    .map((farm) => ({
      at: middleOf(boundsOf(outerRing(farm.boundary))),
      symbol: farmSymbols[farmTrouble(farm.id, state)],
    }))
  return standing('farms', places, state.palette, state.scale)
}
