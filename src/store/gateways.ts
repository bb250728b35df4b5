import { create } from 'zustand'
import type { LiveGateway } from '#contract/live/live.ts'

interface GatewayState {
  byId: ReadonlyMap<number, LiveGateway>
}

export const useGateways = create<GatewayState>()(() => ({ byId: new Map() }))

export function takeGateways(gateways: readonly LiveGateway[]): void {
  const byId = new Map(useGateways.getState().byId)
  for (const gateway of gateways) byId.set(gateway.gatewayId, gateway)
  useGateways.setState({ byId })
}

/** Drops those of farms that may not be seen any more. */
export function keepGateways(farmIds: readonly number[]): void {
  useGateways.setState(({ byId }) => ({ byId: new Map([...byId].filter(([, { farmId }]) => farmIds.includes(farmId))) }))
}
