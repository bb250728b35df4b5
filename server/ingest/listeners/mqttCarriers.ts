/** Which gateways speak over which connection: one that breaks off cuts off those that have spoken over it last. */
export class MqttCarriers {
  private readonly carriers = new Map<number, object>()
  private readonly broken = new WeakSet<object>()
  private readonly onCutOff: (gatewayIds: number[]) => void

  /** @param onCutOff called with gateways whose connection broke off; they are back when something is heard of them */
  constructor(onCutOff: (gatewayIds: number[]) => void) {
    this.onCutOff = onCutOff
  }

  /** Notes that a gateway's message came over a connection, and was stored. */
  spoke(connection: object, gatewayId: number): void {
    this.carriers.set(gatewayId, connection)
    // It broke off while the message was being stored.
    if (this.broken.has(connection)) this.onCutOff([gatewayId])
  }

  /** Notes that a connection ended, and nobody had said goodbye. */
  brokeOff(connection: object): void {
    this.broken.add(connection)
    const cutOff = [...this.carriers].flatMap(([gatewayId, carrier]) => (carrier === connection ? [gatewayId] : []))
    if (cutOff.length > 0) this.onCutOff(cutOff)
  }
}
