import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'
import { MqttFault, type ReasonCode, reasonCodes, returnCodeOf } from './mqttFaults.ts'
import { maxKeepaliveSeconds, maxOldIdLength, receiveMaximum, topicAliasMaximum } from './mqttLimits.ts'
import type { MqttVersion } from './mqttPackets.ts'
import { maxSessionSeconds } from './mqttSessions.ts'

/** What the listener grants a client that connects. */
export interface Grant {
  /** How long its session is stored without a connection, seconds. */
  sessionSeconds: number
  keepaliveSeconds: number
}

/** Returns the session and keepalive that a client gets. */
export function grantTo({ clean = true, keepalive = 0, properties }: IConnectPacket, version: MqttVersion): Grant {
  return {
    sessionSeconds: Math.min(askedSeconds(version, clean, properties?.sessionExpiryInterval), maxSessionSeconds),
    keepaliveSeconds: Math.min(keepalive || maxKeepaliveSeconds, maxKeepaliveSeconds),
  }
}

/** Checks a client's id and its way to authenticate. @throws MqttFault */
export function requireAcceptable(packet: IConnectPacket, version: MqttVersion): void {
  const { clientId, clean = true, properties } = packet
  if (properties?.authenticationMethod !== undefined)
    throw new MqttFault('badAuthenticationMethod', 'an authentication method')
  const mayHaveNoId = version === 5 || (version === 4 && clean)
  const isTooLong = version === 3 && clientId.length > maxOldIdLength
  if ((clientId === '' && !mayHaveNoId) || isTooLong) throw new MqttFault('clientIdNotValid', 'a client id')
}

/** Before MQTT 5 a session that is not clean has no end. */
function askedSeconds(version: MqttVersion, clean: boolean, expiryInterval = 0): number {
  if (version === 5) return expiryInterval
  return clean ? 0 : Infinity
}

/** Returns the CONNACK of an accepted client. It names what differs from the client's request or from the defaults of MQTT 5 (3.2.2.3). */
export function acceptance(
  { clientId, keepalive, properties }: IConnectPacket,
  version: MqttVersion,
  { sessionSeconds, keepaliveSeconds }: Grant,
  {
    isPresent,
    hasAssignedId,
    maximumPacketSize,
  }: { isPresent: boolean; hasAssignedId: boolean; maximumPacketSize: number },
): IConnackPacket {
  // MQTT 3.1 has no such flag.
  if (version !== 5) return { cmd: 'connack', returnCode: 0, sessionPresent: isPresent && version === 4 }
  return {
    cmd: 'connack',
    reasonCode: reasonCodes.success,
    sessionPresent: isPresent,
    properties: {
      ...(sessionSeconds !== (properties?.sessionExpiryInterval ?? 0) && { sessionExpiryInterval: sessionSeconds }),
      receiveMaximum,
      maximumPacketSize,
      ...(hasAssignedId && { assignedClientIdentifier: clientId }),
      topicAliasMaximum,
      sharedSubscriptionAvailable: false,
      ...(keepaliveSeconds !== keepalive && { serverKeepAlive: keepaliveSeconds }),
    },
  }
}

/** Returns the CONNACK of a refused client; null when it is closed without one. */
export function refusal(code: ReasonCode, version: MqttVersion | null): IConnackPacket | null {
  if (version === 5) return { cmd: 'connack', reasonCode: code, sessionPresent: false }
  const returnCode = returnCodeOf(code)
  return version === null || returnCode === null ? null : { cmd: 'connack', returnCode, sessionPresent: false }
}
