import { isRecord, plainText, readDeviceId, readJson, refuse } from '../fields.ts'
import type { Decoder, DecoderFormat } from '../../message.ts'
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
export const readChirpStackMessage: Decoder = (body, _topicGateway, receivedAt, event) => {
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
    receivedAt,
    device: {
      names: [deviceInfo.deviceProfileName, deviceInfo.deviceName],
      eui,
      port: typeof message.fPort === 'number' ? message.fPort : 0,
    },
    payload: { field: 'data', objectField: 'object', base64: data },
    objects: [message.object],
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

/** Returns the battery of a status. A measured one is never 0: servers send that for "unknown" and for external power. */
function statusOf({
  batteryLevel,
  batteryLevelUnavailable,
  externalPowerSource,
}: Record<string, unknown>): UplinkValues {
  const isUnknown = batteryLevelUnavailable === true || externalPowerSource === true || batteryLevel === 0
  return isUnknown ? {} : { measuredBattery: batteryLevel }
}

export const chirpstack: DecoderFormat = {
  read: readChirpStackMessage,
  methods: ['POST'],
  summary: 'An event of ChirpStack v4’s HTTP integration.',
  content: { 'application/json': { type: 'object' } },
  query: { event: false },
  topic: { filter: 'application/+/device/+/event/+', event: 5 },
  recognises: (body) => isRecord(body) && isRecord(body.deviceInfo),
  example: JSON.stringify({
    deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
    time: '2026-05-01T03:12:01.578123456+00:00',
    deviceInfo: { devEui: '24e124ff00000001', deviceProfileName: 'AT101' },
    fPort: 85,
    data: 'AXVXA2eAAQUAAASIoHieAoA96wYj',
    rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -36, snr: 10.5 }],
  }),
}
