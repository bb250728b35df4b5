import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { DailyReport } from '#contract/projects/days/dailyReports.ts'
import type { EntryKind } from '#contract/projects/ledgerEntries.ts'
import { figureWords } from '../alertWords.ts'
import type { Block, Report } from '../pdf/blocks.ts'
import { checkBlocks, sealBlocks } from '../pdf/seals.ts'
import type { DailyWords } from './dailyWords.ts'
import type { DailyFacts, DayChanges, Part } from './facts.ts'

/** Builds the daily report: numbers, loan coverage, and the day's entries, decisions, alerts and logs. */
export function dailyReportOf(facts: DailyFacts, words: DailyWords, publicUrl: string): Report {
  const { report, madeAt, madeBy, farms, parties } = facts
  const day = words.day(report.day)
  return {
    language: words.language,
    title: words.own('title', { project: report.projectCode, day }),
    author: madeBy,
    footer: words.own('footer', {
      project: report.projectCode,
      day,
      at: words.instant(madeAt),
      by: madeBy,
      zone: words.timeZone,
      page: '{page}',
      pages: '{pages}',
    }),
    blocks: [
      {
        kind: 'title',
        text: words.own('title', { project: report.projectCode, day }),
        note: words.join(report.projectName, ...farms),
      },
      ...checkBlocks(facts.sealed, words, publicUrl),
      {
        kind: 'facts',
        facts: presentFacts([
          [words.say('organisationKind.BANK'), parties.bank],
          [words.say('organisationKind.BORROWER'), parties.borrower],
          [words.say('organisationKind.SUPERVISOR'), parties.supervisor],
          [words.own('zone'), words.timeZone],
        ]),
      },
      ...headcountBlocks(facts, words),
      ...coverageBlocks(facts, words),
      ...silentBlocks(facts, words),
      ...entryBlocks(facts, words),
      ...balanceBlocks(facts, words),
      ...ticketBlocks(facts, words),
      ...alertBlocks(facts, words),
      ...logBlocks(facts, words),
      ...sealBlocks(facts.sealed, words),
      { kind: 'text', text: words.own('glyphs') },
    ],
  }
}

const presentFacts = (facts: (readonly [string, string | null])[]) =>
  facts.flatMap(([name, text]) => (text === null || text === '' ? [] : [[name, text] as const]))

interface TableOf<T> {
  heading: string
  none: string
  titles: string[]
  widths: number[]
  row: (item: T) => string[]
}

/** Returns a heading with a table of the items, or with a text that there are no items. */
function tableBlocks<T>(
  { list, total }: Part<T>,
  words: DailyWords,
  { heading, none, titles, widths, row }: TableOf<T>,
): Block[] {
  const head: Block = { kind: 'heading', text: heading }
  if (total === 0) return [head, { kind: 'text', text: none }]
  const left: Block[] =
    total > list.length ? [{ kind: 'text', text: words.own('more', { count: total - list.length }) }] : []
  return [head, { kind: 'table', titles, widths, rows: list.map(row) }, ...left]
}

/** Returns the heads that came and went: both, because a net change of zero would hide them. */
function changeWords({ gained, lost }: DayChanges, words: DailyWords): string {
  const signed = (heads: number) => words.number(heads, { signDisplay: 'exceptZero' })
  return gained > 0 && lost > 0 ? `${signed(gained)} ${signed(-lost)}` : signed(gained - lost)
}

/** Marks what came after the day was closed: the closed numbers do not contain it. @param at ISO 8601 */
const afterClose = ({ closedAt }: DailyReport, at: string, words: DailyWords) =>
  closedAt !== null && Date.parse(at) > Date.parse(closedAt) && words.own('afterClose')

function headcountBlocks(
  { report, headcount, outside, changes, changesAfterClose }: DailyFacts,
  words: DailyWords,
): Block[] {
  // Frozen or measured numbers are shown as stored, like in the list of reports.
  const isClosed = report.state === 'CLOSED'
  const shownFigures = report.ledger === null ? headcount : { ...headcount, ...report }
  const figure = (name: string, value: number | null, note = '') => ({
    name: words.say(`headcount.${name}`),
    text: value === null ? '–' : words.number(value),
    note,
  })
  const counted = isClosed ? report.handCount : (headcount.handCount?.heads ?? null)
  const countedOn = isClosed || headcount.handCount === null ? '' : words.day(headcount.handCount.day)
  return [
    { kind: 'heading', text: words.own('numbers') },
    {
      kind: 'text',
      text: isClosed
        ? words.own('closed', { by: report.closedBy ?? '–', at: words.instant(report.closedAt) })
        : words.own('open', { at: words.instant(report.countedAt) }),
    },
    {
      kind: 'figures',
      figures: [
        figure('contracted', shownFigures.contracted),
        figure('ledger', shownFigures.ledger),
        figure(
          'heardTitle',
          shownFigures.heard,
          words.join(
            words.own('window', { minutes: shownFigures.windowMinutes ?? headcount.windowMinutes }),
            outside > 0 && words.say('headcount.outside', { heads: outside }),
          ),
        ),
        figure('unverified', shownFigures.unverified),
        figure('unaccounted', shownFigures.unaccounted),
        {
          name: words.say('dailyLog.handCount'),
          text: counted === null ? '–' : words.number(counted),
          note: countedOn,
        },
      ],
    },
    {
      kind: 'facts',
      facts: presentFacts([
        [words.own('changeOfDay'), changeWords(changes, words)],
        [
          words.own('changeAfterClose'),
          changesAfterClose === null || changesAfterClose.gained + changesAfterClose.lost === 0
            ? null
            : changeWords(changesAfterClose, words),
        ],
        [words.say('dayClose.note'), report.note],
      ]),
    },
  ]
}

function coverageBlocks({ report, coverage }: DailyFacts, words: DailyWords): Block[] {
  const { ratio, balance, value } = report.ledger === null ? coverage : { ...report, value: report.eligibleValue }
  const { headsToCure, cashToCure } = coverage
  return [
    { kind: 'heading', text: words.say('coverage.title') },
    {
      kind: 'facts',
      facts: presentFacts([
        [
          words.say('coverage.title'),
          ratio === null
            ? words.own('nothingOwed')
            : words.join(words.coverage(ratio), words.say(`coverageState.${coverage.state}`)),
        ],
        [
          words.own('lines'),
          words.own('linesAre', {
            warning: words.coverage(coverage.warningLine),
            minimum: words.coverage(coverage.minimumLine),
          }),
        ],
        [words.say('coverage.valueTitle'), value === null ? null : words.amount(value)],
        [
          words.say('coverage.balanceTitle'),
          words.join(
            words.amount(balance),
            coverage.balanceAsOf && words.say('coverage.asOf', { date: words.day(coverage.balanceAsOf) }),
          ),
        ],
        [
          words.own('toCure'),
          cashToCure === null
            ? null
            : headsToCure === null
              ? words.own('cureByCash', { amount: words.amount(cashToCure) })
              : words.own('cure', { heads: headsToCure.heads, amount: words.amount(cashToCure) }),
        ],
      ]),
    },
  ]
}

function silentBlocks({ silent, lookedBackDays }: DailyFacts, words: DailyWords): Block[] {
  return tableBlocks(silent, words, {
    heading: words.own('silent'),
    none: words.own('noneSilent'),
    titles: [
      words.say('animal.visualTag'),
      words.say('head.state'),
      words.say('head.lastHeard'),
      words.say('animal.farm'),
      words.say('head.explanation'),
    ],
    widths: [0.17, 0.22, 0.19, 0.18, 0.24],
    row: ({ visualTag, state, cause, lastHeardAt, farmName, penName, explanation, explainedBy }) => [
      visualTag,
      words.join(
        words.say(`headState.${state}`),
        cause && words.say(cause === 'PERMIT' || cause === 'LISTENING_BREAK' ? `decision.${cause}` : `alert.${cause}`),
      ),
      lastHeardAt !== null
        ? words.instant(lastHeardAt)
        : lookedBackDays === null
          ? '–'
          : words.own('notIn', { days: lookedBackDays }),
      words.join(farmName, penName),
      words.join(explanation, explainedBy),
    ],
  })
}

function entryBlocks({ report, entries }: DailyFacts, words: DailyWords): Block[] {
  return tableBlocks(entries, words, {
    heading: words.say('ledger.title'),
    none: words.own('noEntries'),
    titles: [
      words.say('ledger.recordedAt'),
      words.say('ledger.kind'),
      words.say('ledger.change'),
      words.say('ledger.heads'),
      words.own('reason'),
      words.say('ledger.recordedBy'),
    ],
    widths: [0.19, 0.14, 0.09, 0.22, 0.22, 0.14],
    row: ({ recordedAt, happenedAt, happenedOn, isLate, kind, heads, tags, reason, recordedBy, documentId }) => [
      words.join(
        words.instant(recordedAt),
        isLate &&
          words.own('happened', { at: happenedOn === null ? words.instant(happenedAt) : words.day(happenedOn) }),
        afterClose(report, recordedAt, words),
      ),
      words.say(`entryKind.${kind}`),
      words.number(heads, { signDisplay: 'always' }),
      words.join(
        words.list(tags),
        Math.abs(heads) > tags.length && words.say('ledger.more', { heads: Math.abs(heads) - tags.length }),
      ),
      words.join(reason, documentId !== null && words.own('documented')),
      recordedBy ?? '–',
    ],
  })
}

function balanceBlocks({ report, balances }: DailyFacts, words: DailyWords): Block[] {
  return tableBlocks(balances, words, {
    heading: words.say('loanBalance.title'),
    none: words.own('noBalances'),
    titles: [
      words.say('ledger.recordedAt'),
      words.say('coverage.balanceTitle'),
      words.own('balanceOf'),
      words.say('loanBalance.note'),
      words.say('ledger.recordedBy'),
    ],
    widths: [0.24, 0.2, 0.16, 0.24, 0.16],
    row: ({ recordedAt, balance, asOf, source, correctsId, recordedBy }) => [
      words.join(
        words.instant(recordedAt),
        correctsId !== null && words.say('dailyLog.correction'),
        afterClose(report, recordedAt, words),
      ),
      words.amount(balance),
      words.day(asOf),
      source ?? '',
      recordedBy ?? '–',
    ],
  })
}

function ticketBlocks({ tickets, deciders }: DailyFacts, words: DailyWords): Block[] {
  if (tickets === null) return []
  return tableBlocks(tickets, words, {
    heading: words.own('decided'),
    none: words.own('noneDecided'),
    titles: [words.own('when'), words.own('what'), words.own('outcome'), words.own('who')],
    widths: [0.18, 0.32, 0.3, 0.2],
    row: ({ ticketId, decidedAt, kind, subjectName, state, raisedBy, organisationName }) => [
      words.instant(decidedAt),
      words.join(words.say(`ticket.kind.${kind}`), subjectName),
      words.join(
        words.say(`ticket.state.${state}`),
        words.list((deciders.get(ticketId) ?? []).map(({ name, organisation }) => words.join(name, organisation))),
      ),
      words.join(raisedBy, organisationName),
    ],
  })
}

function alertBlocks({ report, alerts, departures, until }: DailyFacts, words: DailyWords): Block[] {
  if (alerts === null) return []
  return tableBlocks<Alert>(alerts, words, {
    heading: words.own('alerts'),
    none: words.own('noAlerts'),
    titles: [words.own('when'), words.own('severity'), words.own('what'), words.own('subject'), words.own('outcome')],
    widths: [0.19, 0.08, 0.26, 0.17, 0.3],
    row: (alert) => [
      words.join(words.instant(alert.raisedAt), afterClose(report, alert.raisedAt, words)),
      words.say(`severity.${alert.severity}`),
      words.join(words.say(`alert.${alert.kind}`), figureWords(words, alert)),
      alert.subjectName,
      outcomeOf(alert, departures, words, until),
    ],
  })
}

/** Kinds that clear because the animal is where it should be, or because its neckband is heard. */
const endings: Partial<Record<RuleKind, 'cameBack' | 'heardAgain'>> = {
  LEFT_FARM: 'cameBack',
  LEFT_PEN: 'cameBack',
  NECKBAND_SILENT: 'heardAgain',
  GATEWAY_OFFLINE: 'heardAgain',
  SITE_OUTAGE: 'heardAgain',
}

/** Returns how an alert was cleared: by its condition, by the animal's departure from the ledger, or by another cause. */
function clearingOf(
  { kind, animalId, detail }: Alert,
  departures: ReadonlyMap<number, EntryKind>,
  words: DailyWords,
): string | false {
  const because = detail['clearedBecause']
  if (typeof because !== 'string') return endings[kind] !== undefined && words.own(endings[kind])
  const departure = because === 'ANIMAL_NOT_IN_HERD' && animalId !== null ? departures.get(animalId) : undefined
  return words.say(departure === undefined ? `clearedBecause.${because}` : `entryKind.${departure}`)
}

/** Returns the outcome of an alert: closed, cleared and how, or still open at the end of the report. */
function outcomeOf(alert: Alert, departures: ReadonlyMap<number, EntryKind>, words: DailyWords, until: number): string {
  const { closeCode, closedBy, clearedAt } = alert
  if (closeCode !== null) return words.join(words.say(`closeCode.${closeCode}`), closedBy)
  return clearedAt === null
    ? words.own('stands', { at: words.instant(until) })
    : words.join(words.say('alertEvent.CLEARED'), clearingOf(alert, departures, words), words.instant(clearedAt))
}

function logBlocks({ report, logs }: DailyFacts, words: DailyWords): Block[] {
  return tableBlocks(logs, words, {
    heading: words.say('dailyLog.title'),
    none: words.own('noLogs'),
    titles: [
      words.own('when'),
      words.say('animal.farm'),
      words.own('outcome'),
      words.say('dailyLog.handCount'),
      words.say('dailyLog.text'),
      words.say('dailyLog.author'),
    ],
    widths: [0.19, 0.16, 0.1, 0.1, 0.31, 0.14],
    row: ({
      receivedAt,
      day,
      isLate,
      correctsId,
      correctedById,
      farmName,
      monitorStatus,
      handCount,
      text,
      photoCount,
      author,
    }) => [
      words.join(
        words.instant(receivedAt),
        isLate && words.own('lateOf', { day: words.day(day) }),
        correctsId !== null && words.say('dailyLog.correction'),
        correctedById !== null && words.say('dailyLog.corrected'),
        afterClose(report, receivedAt, words),
      ),
      farmName,
      words.say(`monitorStatus.${monitorStatus}`),
      handCount === null ? '–' : words.number(handCount),
      words.join(text, photoCount > 0 && words.say('dailyLog.photoCount', { count: photoCount })),
      author,
    ],
  })
}
