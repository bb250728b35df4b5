import type { Readable } from 'node:stream'
import { toInstant } from '../../clock.ts'
import type { Cell } from '../cells.ts'
import { csvWriter } from '../csv.ts'
import { eventWords } from '../alertWords.ts'
import type { EvidenceFacts, EvidenceReading } from './facts.ts'
import type { EvidenceWord, EvidenceWords } from './evidenceWords.ts'

const text = (value: string | null): Cell => (value === null ? null : { kind: 'text', text: value })
const number = (value: number | null): Cell => (value === null ? null : { kind: 'number', value })
const boolean = (value: boolean | null): Cell => (value === null ? null : { kind: 'boolean', value })
/** Returns an instant twice: in UTC, and in the farm's time zone. */
const both = (at: string): Cell[] => [text(at), { kind: 'instant', at: Date.parse(at), iso: at }]

const readingColumns: readonly EvidenceWord[] = [
  'column.utc',
  'column.farm',
  'column.received',
  'column.device',
  'column.gateway',
  'column.source',
  'column.longitude',
  'column.latitude',
  'column.accuracy',
  'column.rssi',
  'column.battery',
  'column.temperature',
  'column.activity',
  'column.moving',
  'column.tamper',
]

const titlesOf = (columns: readonly EvidenceWord[], words: EvidenceWords) =>
  columns.map((id) => words.own(id, { zone: words.timeZone }))

function readingRow(reading: EvidenceReading): Cell[] {
  const {
    at,
    receivedAt,
    deviceId,
    gateway,
    source,
    longitude,
    latitude,
    accuracyM,
    rssi,
    battery,
    temperatureC,
    activity,
    moving,
    tamper,
  } = reading
  return [
    ...both(at),
    text(receivedAt),
    text(deviceId),
    text(gateway),
    text(source),
    ...[longitude, latitude, accuracyM, rssi, battery, temperatureC, activity].map(number),
    boolean(moving),
    boolean(tamper),
  ]
}

/** Streams readings as CSV while they arrive. An error breaks the stream off. @returns the stream, and a promise for its end */
export function readingsTable(
  words: EvidenceWords,
  portions: AsyncIterable<readonly EvidenceReading[]>,
  signal: AbortSignal,
): { stream: Readable; written: Promise<void> } {
  const writer = csvWriter({ titles: titlesOf(readingColumns, words), timeZone: words.timeZone, signal })
  const write = async () => {
    try {
      for await (const portion of portions) await writer.write(portion.map(readingRow))
      writer.end()
    } catch (error) {
      writer.fail(error instanceof Error ? error : new Error('the readings broke off'))
      throw error
    }
  }
  return { stream: writer.stream, written: write() }
}

interface Decision {
  at: string
  kind: 'EVENT' | 'DELIVERY' | 'DRAFT' | 'TICKET'
  code: string
  what: string
  who: string
  said: string
}

/** Lists the actions on an alert, its messages and the resulting decisions, in order of time. */
function decisionsOf(
  { alert, timeline, deliveries: told, drafts, tickets }: EvidenceFacts,
  words: EvidenceWords,
): Decision[] {
  const decisions: Decision[] = [
    ...timeline.events.map((event) => ({
      at: event.at,
      kind: 'EVENT' as const,
      code: event.kind,
      what: words.join(words.say(`alertEvent.${event.kind}`), eventWords(words, alert, event)),
      who: event.by?.name ?? '',
      said: event.text ?? '',
    })),
    ...told.list.map(({ queuedAt, sentAt, readAt, actedAt, state, channel, recipient, fault, reason }) => ({
      at: queuedAt,
      kind: 'DELIVERY' as const,
      code: state,
      who: recipient,
      said: fault ?? '',
      what: words.join(
        words.own(`why.${reason}`),
        words.say(`deliveryChannel.${channel}`),
        words.say(`delivery.${state}`),
        sentAt,
        readAt && `${words.say('delivery.READ')} ${readAt}`,
        actedAt && `${words.say('delivery.ACTED')} ${actedAt}`,
      ),
    })),
    ...drafts.map((draft) => ({
      at: draft.draftedAt,
      kind: 'DRAFT' as const,
      code: draft.state,
      what: words.join(words.say(`entryKind.${draft.kind}`), draft.visualTag, draft.happenedOn),
      who: draft.draftedBy,
      said: draft.reason,
    })),
    ...tickets.map((ticket) => ({
      at: ticket.raisedAt,
      kind: 'TICKET' as const,
      code: ticket.state,
      what: words.join(words.say(`ticket.kind.${ticket.kind}`), ticket.subjectName),
      who: ticket.raisedBy,
      said: ticket.decidedAt ?? '',
    })),
  ]
  return decisions.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Returns the decisions as CSV. */
export async function decisionsTable(
  facts: EvidenceFacts,
  words: EvidenceWords,
  signal: AbortSignal,
): Promise<Readable> {
  const titles = titlesOf(
    ['column.utc', 'column.farm', 'column.kind', 'column.code', 'what', 'who', 'column.said'],
    words,
  )
  const writer = csvWriter({ titles, timeZone: words.timeZone, signal })
  // Not awaited: at most a thousand events and a thousand deliveries wait in memory for the reader.
  const rows = decisionsOf(facts, words).map(({ at, kind, code, what, who, said }) => [
    ...both(at),
    text(words.own(`kind.${kind}`)),
    text(code),
    text(what),
    text(who),
    text(said),
  ])
  void writer.write(rows).then(
    () => writer.end(),
    (error: Error) => writer.fail(error),
  )
  return writer.stream
}

/** Returns the decisions as JSON, with all their data. */
export function decisionsJson({
  madeAt,
  madeBy,
  alert,
  farm,
  pen,
  animal,
  projects,
  rule,
  timeline,
  deliveries: told,
  drafts,
  tickets,
  photos,
}: EvidenceFacts): string {
  const place = { farm: { name: farm.name, timeZone: farm.timeZone, boundary: farm.boundary }, pen, animal, projects }
  return `${JSON.stringify({ madeAt: toInstant(madeAt), madeBy, alert, ...place, rule, timeline, deliveries: told, ledgerDrafts: drafts, tickets, photos }, null, 2)}\n`
}
