import { isRecord, plainText, readDeviceId, readJson, refuse } from '../fields.ts'
import type { Decoder } from '../../message.ts'
import { parseInstant } from '../times.ts'
import type { UplinkValues } from './codec.ts'
import { readUplink } from './uplinks.ts'

/** Events without data about a neckband. */
const otherEvents: ReadonlySet<string> = new Set(['ack', 'txack', 'log', 'location', 'integration'])

/**
 * Reads events of ChirpStack v4 as JSON, from `application/{id}/device/{devEui}/event/{event}` or `?event=`: `up` contains a payload,
 * `status` a battery, `join` shows that the neckband is active. The default event is `up`. The sender omits fields with default values
 * (0, false, empty). Field names in rejections are ours; the payload is `data`.
 */
export const readChirpStackMessage: Decoder = (body, _topicGateway, _receivedAt, event) => {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isRecord(message)) return refuse('BAD_SHAPE', 'body')
  const kind = event ?? 'up'
  if (otherEvents.has(kind)) return { ok: true, gateway: null, readings: [], rejected: [] }
  if (kind !== 'up' && kind !== 'status' && kind !== 'join') return refuse('BAD_SHAPE', 'event')
  const { deviceInfo } = message
  if (!isRecord(deviceInfo)) return refuse('BAD_SHAPE', 'deviceInfo')
  const eui = readDeviceId(deviceInfo.devEui)
  if (eui === null) return refuse('BAD_SHAPE', 'devEui')
  const { deduplicationId, fCnt, data, rxInfo } = message
  return readUplink({
    at: parseInstant(message.time),
    device: {
      names: [deviceInfo.deviceProfileName, deviceInfo.deviceName],
      eui,
      port: typeof message.fPort === 'number' ? message.fPort : 0,
    },
    payload: { field: 'data', base64: data },
    object: message.object,
    receivers: Array.isArray(rxInfo)
      ? rxInfo.filter(isRecord).map(({ gatewayId, rssi }) => ({ gateway: gatewayId, rssi }))
      : [],
    key:
      typeof deduplicationId === 'string' && deduplicationId !== ''
        ? deduplicationId
        : `${kind} ${plainText(fCnt)} ${plainText(data)}`,
    ...(kind !== 'up' && { said: kind === 'status' ? statusOf(message) : {} }),
  })
}

function statusOf({
  batteryLevel,
  batteryLevelUnavailable,
  externalPowerSource,
}: Record<string, unknown>): UplinkValues {
  return batteryLevelUnavailable === true || externalPowerSource === true ? {} : { battery: batteryLevel }
}
