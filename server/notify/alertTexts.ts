import { IntlMessageFormat } from 'intl-messageformat'
import { alertFigure } from '#contract/alerts/alertFigures.ts'
import type { RuleKind, Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import enUS from '#locales/en-US.json' with { type: 'json' }
import ptBR from '#locales/pt-BR.json' with { type: 'json' }
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import zhTW from '#locales/zh-TW.json' with { type: 'json' }
import { toInstant } from '../clock.ts'
import type { Language } from '../languages.ts'
import { translate } from './texts.ts'

/** Words of the console, so that mails use the same names for alerts. */
const consoleWords: Record<Language, Record<string, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
}

export interface AlertMessageData {
  id: number
  kind: RuleKind
  severity: Severity
  subjectName: string
  farmId: number
  farmName: string
  penName: string | null
  zoneName?: string | null | undefined
  /** Time zone of the farm. */
  timeZone: string
  /** Herd time, epoch ms. */
  sinceAt: number
  raisedAt: number
  /** Its figures. */
  detail?: Alert['detail'] | undefined
  /** When the animal's neckband was last heard, herd time, epoch ms; null without one. */
  heardAt?: number | null | undefined
  /** Code of the recipients' project that pledged the animal, and the price of a head. */
  pledgeCode?: string | null | undefined
  pledgeValue?: string | null | undefined
  /** The project that it concerns, in messages to its bank. */
  projectId?: number | null | undefined
}

/** What to do about an alert of a kind: ids of texts. */
const todoIds = {
  NECKBAND_SILENT: 'alert.todo.SILENT',
  SITE_OUTAGE: 'alert.todo.OUTAGE',
  GATEWAY_OFFLINE: 'alert.todo.OUTAGE',
  LEFT_PEN: 'alert.todo.LEFT',
  LEFT_FARM: 'alert.todo.LEFT',
  LOW_BATTERY: 'alert.todo.BATTERY',
  PEN_CROWDED: 'alert.todo.CROWDED',
  DAILY_LOG_MISSING: 'alert.todo.LOG',
  HEADCOUNT_DROP: 'alert.todo.DROP',
  COVERAGE_LOW: 'alert.todo.COVERAGE',
  NO_MOVEMENT: 'alert.todo.STILL',
  COLLAR_REMOVED: 'alert.todo.REMOVED',
  TEMPERATURE: 'alert.todo.TEMPERATURE',
  BAD_POSITION: 'alert.todo.POSITION',
  COLLARS_TOGETHER: 'alert.todo.TOGETHER',
  INSURANCE_EXPIRING: 'alert.todo.INSURANCE',
  WALL_SILENT: 'alert.todo.WALL',
} as const satisfies Record<RuleKind, string>

export type Why = 'RAISED' | 'ESCALATED' | 'ADMINISTRATOR' | 'REMINDER' | 'RESENT' | 'ASSIGNED'

const whyIds = {
  RAISED: 'alert.why.RAISED',
  ESCALATED: 'alert.why.ESCALATED',
  ADMINISTRATOR: 'alert.why.ADMINISTRATOR',
  REMINDER: 'alert.why.REMINDER',
  RESENT: 'alert.why.RESENT',
  ASSIGNED: 'alert.why.ASSIGNED',
} as const satisfies Record<Why, string>

export interface WrittenMessage {
  subject: string
  body: string
}

/** Returns the path of an alert's page, or of its project for a bank, which has no alert screen. */
export const alertPath = ({ id, projectId = null }: Pick<AlertMessageData, 'id' | 'projectId'>) =>
  projectId === null ? `/dashboard/animal-monitor/alert?open=${id}` : `/dashboard/project/info/${projectId}`
/** Path of the list of alerts. */
export const alertsPath = '/dashboard/animal-monitor/alert'

/** Returns the path where a recipient finds several alerts: the list of alerts; for a bank, its project or the list of its projects. */
export function alertsPathOf(alerts: readonly Pick<AlertMessageData, 'projectId'>[]): string {
  const projectIds = new Set(alerts.flatMap(({ projectId }) => projectId ?? []))
  const [first] = projectIds
  if (first === undefined) return alertsPath
  return projectIds.size === 1 ? alertPath({ id: 0, projectId: first }) : '/dashboard/projects'
}

interface Addressee {
  language: Language
  publicUrl: string
}

/** Formats an instant (epoch ms) in a time zone, which it names. */
function formatInstant(language: Language, at: number, timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const clock = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
  return zone === undefined ? clock : `${clock} ${zone.replace('GMT', 'UTC')}`
}

/** Returns a word of the console with its values. */
function say(language: Language, id: string, values: Record<string, string | number | null>): string {
  return String(
    new IntlMessageFormat(consoleWords[language][id] ?? '', language, undefined, { ignoreTag: true }).format(values),
  )
}

/** Joins the non-empty parts like the console. */
const joinParts = (language: Language, ...parts: readonly (string | null | undefined)[]): string =>
  parts
    .flatMap((part) => part || [])
    .reduce((first, next) => (first === '' ? next : say(language, 'join.parts', { first, next })), '')

/** Returns the value that raised an alert, such as "180 m outside"; '' without one. */
function figureOf(language: Language, { kind, detail }: AlertMessageData): string {
  const shown = detail === undefined ? null : alertFigure({ kind, detail })
  if (shown === null) return ''
  const list = new Intl.ListFormat(language, { style: 'narrow' })
  const values = Object.entries(shown.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? list.format(value.split('\n')) : value,
  ])
  return say(language, `alert.${shown.figure}`, Object.fromEntries(values))
}

/** Returns the place of an alert: farm, zone and pen. */
const placeOf = (language: Language, { farmName, zoneName, penName }: AlertMessageData): string =>
  joinParts(language, farmName, zoneName, penName)

function pledgeOf(language: Language, { pledgeCode, pledgeValue }: AlertMessageData): string {
  if (!pledgeCode) return ''
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
  })
  return joinParts(language, pledgeCode, pledgeValue && money.format(pledgeValue as `${number}`))
}

/**
 * Returns the message about an alert: kind, measured value, place, start, last reading, pledge, other recipients, what to do, and a link.
 * @param others names of the other recipients
 */
export function alertMessage(
  alert: AlertMessageData,
  why: Why,
  others: readonly string[],
  { language, publicUrl }: Addressee,
  channel: 'TEXT' | 'SMS',
): WrittenMessage {
  const word = (id: string) => consoleWords[language][id] ?? id
  const { kind, severity, subjectName, farmName, timeZone, sinceAt, heardAt } = alert
  const figure = figureOf(language, alert)
  const values = {
    kind: word(`alert.${kind}`),
    severity: word(`severity.${severity}`),
    subject: subjectName,
    farm: farmName,
    place: placeOf(language, alert),
    figure,
    since: formatInstant(language, sinceAt, timeZone),
    heard: typeof heardAt === 'number' ? formatInstant(language, heardAt, timeZone) : '',
    pledge: pledgeOf(language, alert),
    others:
      others.length === 0 ? translate(language, 'alert.nobodyElse', {}) : new Intl.ListFormat(language).format(others),
    todo: translate(language, todoIds[kind], {}),
    link: publicUrl + alertPath(alert),
  }
  if (channel === 'SMS') {
    const what = { ...values, kind: joinParts(language, values.kind, figure) }
    return { subject: '', body: translate(language, 'alert.sms', what) }
  }
  const line = (id: Parameters<typeof translate>[1], isKnown = true) =>
    isKnown ? [translate(language, id, values)] : []
  const lines = [
    translate(language, whyIds[why], {}),
    '',
    ...line('alert.line.kind'),
    ...line('alert.line.subject'),
    ...line('alert.line.figure', figure !== ''),
    ...line('alert.line.place'),
    ...line('alert.line.since'),
    ...line('alert.line.heard', values.heard !== ''),
    ...line('alert.line.pledge', values.pledge !== ''),
    ...line('alert.line.others'),
    '',
    ...line('alert.line.todo'),
    '',
    values.link,
  ]
  return { subject: translate(language, 'alert.subject', values), body: lines.join('\n') }
}

/** Returns one message about several CRITICAL alerts that came together: each animal by kind and place, and a link. */
export function alertsMessage(
  alerts: readonly [AlertMessageData, ...AlertMessageData[]],
  why: Why,
  { language, publicUrl }: Addressee,
  channel: 'TEXT' | 'SMS',
): WrittenMessage {
  const word = (id: string) => consoleWords[language][id] ?? id
  const list = new Intl.ListFormat(language, { style: 'narrow' })
  const byKind = [...Map.groupBy(alerts, ({ kind }) => kind)]
  const what = byKind.map(([kind, ofKind]) =>
    say(language, 'join.times', { what: word(`alert.${kind}`), count: ofKind.length }),
  )
  const values = {
    count: alerts.length,
    what: list.format(what),
    severity: word(`severity.${alerts[0].severity}`),
    why: translate(language, whyIds[why], {}),
    link: publicUrl + alertsPathOf(alerts),
  }
  if (channel === 'SMS') return { subject: '', body: translate(language, 'alert.many.sms', values) }
  const places = byKind.flatMap(([kind, ofKind]) =>
    [...Map.groupBy(ofKind, (alert) => placeOf(language, alert))].map(([place, atPlace]) =>
      translate(language, 'alert.many.line', {
        kind: word(`alert.${kind}`),
        place,
        subjects: list.format(atPlace.map((alert) => describeSubject(language, alert))),
      }),
    ),
  )
  const todos = [...new Set(byKind.map(([kind]) => todoIds[kind]))].map((id) =>
    translate(language, 'alert.line.todo', { todo: translate(language, id, {}) }),
  )
  const body = [translate(language, 'alert.many.text', values), '', ...places, '', ...todos, '', values.link]
  return { subject: translate(language, 'alert.many.subject', values), body: body.join('\n') }
}

/** Returns a subject with its value and pledge: "10047 · 180 m outside · XM-2026-004 · ¥13,800.00". */
const describeSubject = (language: Language, alert: AlertMessageData): string =>
  joinParts(language, alert.subjectName, figureOf(language, alert), pledgeOf(language, alert))

/**
 * Returns the notice for alerts that come faster than they can be read.
 * @param path where the recipient finds them
 */
export function floodMessage(
  count: number,
  path: string,
  { language, publicUrl }: Addressee,
  channel: 'TEXT' | 'SMS',
): WrittenMessage {
  const values = { count, link: publicUrl + path }
  if (channel === 'SMS') return { subject: '', body: translate(language, 'flood.sms', values) }
  return { subject: translate(language, 'flood.subject', values), body: translate(language, 'flood.text', values) }
}

/** Returns the data of an alert for programs. */
export function alertFacts(
  {
    id,
    projectId,
    kind,
    severity,
    subjectName,
    farmId,
    farmName,
    penName,
    sinceAt,
    raisedAt,
    detail,
  }: AlertMessageData,
  why: Why,
  publicUrl: string,
) {
  return {
    event: 'alert',
    reason: why,
    alert: {
      id,
      kind,
      severity,
      subject: subjectName,
      farmId,
      farm: farmName,
      pen: penName,
      since: toInstant(sinceAt),
      raisedAt: toInstant(raisedAt),
      detail: detail ?? {},
      link: publicUrl + alertPath({ id, projectId }),
    },
  }
}

/** Returns a channel's test message. @param by name of the sender */
export function channelTestMessage(
  organisation: string,
  by: string,
  language: Language,
): { title: string; text: string } {
  return {
    title: translate(language, 'channelTest.subject', {}),
    text: translate(language, 'channelTest.text', { organisation, by }),
  }
}
