import { MqttFault } from './mqttFaults.ts'
import { type Frame, type MqttVersion, parsePacket } from './mqttPackets.ts'

/** A PUBLISH as offsets into its bytes. */
export interface PublishFrame {
  qos: number
  /** 0 at QoS 0. */
  packetId: number
  topicFrom: number
  topicTo: number
  bodyFrom: number
  topicAlias: number | undefined
  /** Whether its sender says that the body is UTF-8. */
  isText: boolean
  /** As JSON, cut off. */
  userProperties: string | undefined
}

/** Maximum characters of the user properties that are stored with a rejected message. */
const maxUserProperties = 500

/**
 * Reads a PUBLISH (3.3), which nearly all packets are, from its bytes. Only one with properties is parsed by `mqtt-packet`.
 * @throws MqttFault
 */
export function readPublish(frame: Frame, version: MqttVersion): PublishFrame {
  const { bytes, at, start, end } = frame
  const first = bytes[at] as number
  const qos = (first >> 1) & 3
  if (qos === 3) throw new MqttFault('malformedPacket', 'a message at QoS 3')
  if (qos === 0 && (first & 8) !== 0) throw new MqttFault('protocolError', 'a message at QoS 0 that comes again')
  const topicFrom = start + 2
  const topicTo = topicFrom <= end ? topicFrom + bytes.readUInt16BE(start) : Infinity
  const idTo = qos > 0 ? topicTo + 2 : topicTo
  if (idTo > end) throw new MqttFault('malformedPacket', 'a message that is too short')
  const packetId = qos > 0 ? bytes.readUInt16BE(topicTo) : 0
  if (qos > 0 && packetId === 0) throw new MqttFault('protocolError', 'packet id 0')
  const none = { topicAlias: undefined, isText: false, userProperties: undefined }
  const plain = { qos, packetId, topicFrom, topicTo, bodyFrom: idTo, ...none }
  if (version !== 5) return plain
  if (idTo < end && bytes[idTo] === 0) return { ...plain, bodyFrom: idTo + 1 }
  const packet = parsePacket(frame, version)
  if (packet.cmd !== 'publish') return plain
  const { payload, properties } = packet
  return {
    ...plain,
    bodyFrom: end - payload.length,
    topicAlias: properties?.topicAlias,
    isText: properties?.payloadFormatIndicator === true,
    userProperties: properties?.userProperties && JSON.stringify(properties.userProperties).slice(0, maxUserProperties),
  }
}
