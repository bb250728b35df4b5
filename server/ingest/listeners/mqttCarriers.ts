/** Tracks which connection each gateway last sent over, to detect gateways whose connection was lost. */
export class MqttCarriers {
  private readonly carriers = new Map<number, object>()
  private readonly broken = new WeakSet<object>()
  private readonly onCutOff: (gatewayIds: number[]) => void

  /** @param onCutOff called with gateways whose connection was lost; they are back when they are heard again */
  constructor(onCutOff: (gatewayIds: number[]) => void) {
    this.onCutOff = onCutOff
  }

  /** Records that a gateway's message came over a connection and was stored. */
  spoke(connection: object, gatewayId: number): void {
    this.carriers.set(gatewayId, connection)
    // The connection was lost while the message was being stored.
    if (this.broken.has(connection)) this.onCutOff([gatewayId])
  }

  /** Records that a connection ended without a DISCONNECT. */
  brokeOff(connection: object): void {
    this.broken.add(connection)
    const cutOff = [...this.carriers].flatMap(([gatewayId, carrier]) => (carrier === connection ? [gatewayId] : []))
    if (cutOff.length > 0) this.onCutOff(cutOff)
  }
}
