import { maxReadingsPerMessage, type Rejection } from '#contract/herd/readings.ts'
import { isRecord, plainText, readDeviceId, readJson, refuse } from './fields.ts'
import type { Decoder, DecoderFormat } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { splitOldFix } from './oldFix.ts'
import { parseLooseInstant } from './times.ts'
import {
  contentHash,
  emptyReading,
  leaveOut,
  noPosition,
  readLoosePosition,
  readLooseValue,
  type Report,
} from './values.ts'

/** Type of the field of a record that contains the position. */
const gpsField = 0
/** Bit of the position's status: it is a fix. */
const fixBit = 1

/**
 * Reads what Digital Matter's device server forwards by HTTP: `{"SerNo", "IMEI", "Records": [{"DateUTC", "Fields": [{"FType": 0, "GpsUTC",
 * "Lat", "Long", …}]}]}`. A neckband is known by its IMEI, else by its serial number. A record repeats the last position with the
 * time of its fix, so that position becomes a reading of its own. The devices report voltages, which do not show the remaining charge.
 */
const read: Decoder = (body, gateway) => {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isDigitalMatter(message)) return refuse('BAD_SHAPE', 'Records')
  const neckband = readDeviceId(plainText(message.IMEI)) ?? readDeviceId(plainText(message.SerNo))
  if (neckband === null) return refuse('BAD_SHAPE', 'IMEI')
  const { Records: records } = message
  if (records.length > maxReadingsPerMessage / 2) return refuse('TOO_MANY_READINGS', 'Records')
  const rejected: Rejection[] = []
  const readings = records.flatMap((record: unknown, index): Reading[] => {
    if (!isRecord(record)) {
      rejected.push({ index, field: 'Records', reason: 'BAD_SHAPE', neckband })
      return []
    }
    return readRecord(record, { index, rejected }, neckband, gateway, records.length + index)
  })
  return { ok: true, gateway, readings, rejected }
}

function readRecord(
  record: Readonly<Record<string, unknown>>,
  report: Report,
  neckband: string,
  gateway: string | null,
  spareIndex: number,
): Reading[] {
  const fields: unknown[] = Array.isArray(record.Fields) ? record.Fields : []
  const gps = fields.filter(isRecord).find(({ FType: type }) => type === gpsField)
  const status = gps?.GpsStat
  const isFix = typeof status !== 'number' || (status & fixBit) !== 0
  if (gps && !isFix) leaveOut(report, 'longitude', 'BAD_POSITION')
  const position = gps && isFix ? readLoosePosition(gps.Long, gps.Lat, report) : noPosition
  const hasPosition = !Number.isNaN(position.longitude)
  const reading: Reading = {
    ...emptyReading,
    index: report.index,
    gateway,
    neckband,
    at: parseLooseInstant(record.DateUTC),
    ...position,
    accuracyM: hasPosition ? readLooseValue('accuracyM', gps?.PosAcc, report) : Number.NaN,
    discriminator: 0,
  }
  return splitOldFix(
    { ...reading, discriminator: contentHash(reading) },
    hasPosition ? parseLooseInstant(gps?.GpsUTC) : Number.NaN,
    spareIndex,
    report,
  )
}

const isDigitalMatter = (body: unknown): body is Record<string, unknown> & { Records: unknown[] } =>
  isRecord(body) && Array.isArray(body.Records) && (body.SerNo !== undefined || body.IMEI !== undefined)

export const digitalmatter: DecoderFormat = {
  read,
  methods: ['POST'],
  summary: 'What Digital Matter’s device server forwards.',
  content: { 'application/json': { type: 'object' } },
  recognises: isDigitalMatter,
  example: JSON.stringify({
    SerNo: 100_001,
    IMEI: '861001000719969',
    ProdId: 33,
    Records: [
      {
        SeqNo: 7,
        Reason: 11,
        DateUTC: '2026-05-01 03:12:01',
        Fields: [{ GpsUTC: '2026-05-01 03:11:50', Lat: 43.94, Long: 116.08, PosAcc: 37, GpsStat: 7, FType: 0 }],
      },
    ],
  }),
}
