import { create } from 'zustand'
import type { GatewayState } from '#contract/herd/gateways.ts'
import type { LiveGateway } from '#contract/live/live.ts'

type Known = Pick<LiveGateway, 'farmId' | 'state'>

interface Gateways {
  byId: ReadonlyMap<number, Known>
  /** The state of each by its id: the same map while none has another. */
  states: ReadonlyMap<number, GatewayState>
}

export const useGateways = create<Gateways>()(() => ({ byId: new Map(), states: new Map() }))

function setGateways(byId: ReadonlyMap<number, Known>): void {
  useGateways.setState({ byId, states: new Map([...byId].map(([id, { state }]) => [id, state])) })
}

/** Takes what is new of gateways. They are told of each second; that one was heard again changes nothing that is shown. */
export function takeGateways(gateways: readonly LiveGateway[]): void {
  const { byId } = useGateways.getState()
  const isNews = ({ gatewayId, farmId, state }: LiveGateway) => byId.get(gatewayId)?.state !== state || byId.get(gatewayId)?.farmId !== farmId
  const news = gateways.filter(isNews)
  if (news.length > 0) setGateways(new Map([...byId, ...news.map((gateway) => [gateway.gatewayId, gateway] as const)]))
}

/** Drops those of farms that may not be seen any more. */
export function keepGateways(farmIds: readonly number[]): void {
  setGateways(new Map([...useGateways.getState().byId].filter(([, { farmId }]) => farmIds.includes(farmId))))
}
