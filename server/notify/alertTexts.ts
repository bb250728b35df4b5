import type { RuleKind, Severity } from '#contract/alerts/alertKinds.ts'
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
  /** Time zone of the farm. */
  timeZone: string
  /** Herd time, epoch ms. */
  sinceAt: number
  raisedAt: number
  /** The project that it concerns, in messages to its bank. */
  projectId?: number | null | undefined
}

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

interface Addressee {
  language: Language
  publicUrl: string
}

/**
 * Returns the message about an alert: kind, place, start, other recipients, and a link.
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
  const { kind, severity, subjectName, farmName, penName, timeZone, sinceAt } = alert
  const list = new Intl.ListFormat(language)
  const values = {
    why: translate(language, whyIds[why], {}),
    kind: word(`alert.${kind}`),
    severity: word(`severity.${severity}`),
    subject: subjectName,
    farm: farmName,
    place: new Intl.ListFormat(language, { type: 'unit' }).format([farmName, penName].filter((name) => name !== null)),
    since: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(sinceAt),
    others: others.length === 0 ? translate(language, 'alert.nobodyElse', {}) : list.format(others),
    link: publicUrl + alertPath(alert),
  }
  if (channel === 'SMS') return { subject: '', body: translate(language, 'alert.sms', values) }
  return { subject: translate(language, 'alert.subject', values), body: translate(language, 'alert.text', values) }
}

/** Returns the notice for alerts that come faster than they can be read. */
export function floodMessage(
  count: number,
  { language, publicUrl }: Addressee,
  channel: 'TEXT' | 'SMS',
): WrittenMessage {
  const values = { count, link: publicUrl + alertsPath }
  if (channel === 'SMS') return { subject: '', body: translate(language, 'flood.sms', values) }
  return { subject: translate(language, 'flood.subject', values), body: translate(language, 'flood.text', values) }
}

/** Returns the data of an alert for programs. */
export function alertFacts(
  { id, projectId, kind, severity, subjectName, farmId, farmName, penName, sinceAt, raisedAt }: AlertMessageData,
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
