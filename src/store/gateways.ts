import { create } from 'zustand'
import type { GatewayState } from '#contract/herd/gateways.ts'
import type { LiveGateway } from '#contract/live/live.ts'

type Known = Pick<LiveGateway, 'farmId' | 'state'>

interface Gateways {
  byId: ReadonlyMap<number, Known>
  /** State of each gateway by id. The map stays the same object while no state changes. */
  states: ReadonlyMap<number, GatewayState>
}

export const useGateways = create<Gateways>()(() => ({ byId: new Map(), states: new Map() }))

function setGateways(byId: ReadonlyMap<number, Known>): void {
  useGateways.setState({ byId, states: new Map([...byId].map(([id, { state }]) => [id, state])) })
}

/** Merges new gateway states. Updates arrive every second; hearing a gateway again changes nothing on the screen. */
export function mergeGateways(gateways: readonly LiveGateway[]): void {
  const { byId } = useGateways.getState()
  const isNews = ({ gatewayId, farmId, state }: LiveGateway) =>
    byId.get(gatewayId)?.state !== state || byId.get(gatewayId)?.farmId !== farmId
  const news = gateways.filter(isNews)
  if (news.length > 0) setGateways(new Map([...byId, ...news.map((gateway) => [gateway.gatewayId, gateway] as const)]))
}

/** Drops the gateways of farms that are no longer visible. */
export function dropGatewaysExcept(farmIds: readonly number[]): void {
  setGateways(new Map([...useGateways.getState().byId].filter(([, { farmId }]) => farmIds.includes(farmId))))
}
