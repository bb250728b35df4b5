/** Reason codes of MQTT 5 (2.4) that the listener sends. */
export const reasonCodes = {
  success: 0x00,
  noSubscription: 0x11,
  malformedPacket: 0x81,
  protocolError: 0x82,
  notAccepted: 0x83,
  unsupportedVersion: 0x84,
  clientIdNotValid: 0x85,
  badCredentials: 0x86,
  notAuthorised: 0x87,
  serverBusy: 0x89,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicFilterInvalid: 0x8f,
  topicNameInvalid: 0x90,
  packetIdNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  payloadFormatInvalid: 0x99,
  sharedSubscriptionsNotSupported: 0x9e,
} as const
export type ReasonCode = (typeof reasonCodes)[keyof typeof reasonCodes]

/** Returns whether a reason code says that something failed (MQTT 5, 2.4). */
export const isFailure = (code: ReasonCode) => code >= 0x80

/** Return codes of a CONNACK before MQTT 5 (MQTT 3.1.1, 3.2.2.3). */
const returnCodes = { wrongVersion: 1, clientIdRejected: 2, serverUnavailable: 3, notAuthorised: 5 } as const

/** Returns the CONNACK code of a refusal for clients before MQTT 5; null when they are closed without an answer. */
export function returnCodeOf(code: ReasonCode): number | null {
  switch (code) {
    case reasonCodes.unsupportedVersion:
      return returnCodes.wrongVersion
    case reasonCodes.clientIdNotValid:
      return returnCodes.clientIdRejected
    case reasonCodes.serverBusy:
    case reasonCodes.serverShuttingDown:
    case reasonCodes.quotaExceeded:
      return returnCodes.serverUnavailable
    case reasonCodes.badCredentials:
    case reasonCodes.notAuthorised:
      return returnCodes.notAuthorised
    default:
      return null
  }
}

/** A fault of a client that ends its connection, with its reason code. */
export class MqttFault extends Error {
  readonly code: ReasonCode
  constructor(name: keyof typeof reasonCodes, message: string) {
    super(message)
    this.code = reasonCodes[name]
  }
}
