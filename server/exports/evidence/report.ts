import type { MadeFile } from '../madeFiles.ts'
import { eventWords, figureWords, ruleWords } from '../alertWords.ts'
import type { Block, Fix, Report } from '../pdf/blocks.ts'
import type { EvidenceFacts, ReadingSpan } from './facts.ts'
import { checkBlocks, sealBlocks } from '../pdf/seals.ts'
import type { EvidenceWords } from './evidenceWords.ts'

interface ReportMeans {
  words: EvidenceWords
  span: ReadingSpan
  /** Positions of the animal; a long track is thinned out. */
  fixes: Fix[]
  /** Public address with the page of seals, without a trailing slash. */
  publicUrl: string
  /** The other files of the pack, with their hashes. */
  files: readonly MadeFile[]
  /** Paths of the photos on disk, in the order of the facts. */
  photos: readonly string[]
}

/** Builds the report of an alert: subject, rule, track, timeline, notifications, decisions, photos and hashes. */
export function reportOf(facts: EvidenceFacts, told: ReportMeans): Report {
  const { words } = told
  const { alert } = facts
  const what = words.say(`alert.${alert.kind}`)
  const title = words.own('title', { what, subject: alert.subjectName })
  return {
    language: words.language,
    title,
    author: facts.madeBy,
    footer: words.own('footer', {
      id: alert.id,
      at: words.instant(facts.madeAt),
      by: facts.madeBy,
      zone: words.timeZone,
      page: '{page}',
      pages: '{pages}',
    }),
    blocks: [
      {
        kind: 'title',
        text: title,
        note: words.join(
          words.say(`severity.${alert.severity}`),
          facts.farm.name,
          facts.pen?.name,
          words.own('number', { id: alert.id }),
        ),
      },
      ...checkBlocks(facts.sealed, words, told.publicUrl),
      { kind: 'facts', facts: subjectFacts(facts, words) },
      { kind: 'heading', text: words.own('rule') },
      ...ruleBlocks(facts, words),
      ...trackBlocks(facts, told),
      { kind: 'heading', text: words.say('alertCourse.title') },
      courseTable(facts, words),
      { kind: 'heading', text: words.say('delivery.title') },
      ...deliveryBlocks(facts, words),
      { kind: 'heading', text: words.own('decisions') },
      ...decisionBlocks(facts, words),
      ...photoBlocks(facts, told),
      { kind: 'heading', text: words.own('files') },
      ...fileBlocks(facts, told),
      ...sealBlocks(facts.sealed, words),
    ],
  }
}

const presentFacts = (facts: (readonly [string, string])[]) => facts.filter(([, text]) => text !== '' && text !== '–')

function subjectFacts(
  { alert, farm, pen, animal, projects, herdAt, timeline }: EvidenceFacts,
  words: EvidenceWords,
): (readonly [string, string])[] {
  const { instant } = words
  const isPending = alert.clearedAt === null
  return presentFacts([
    [words.say('alertScreen.animal'), animal === null ? '' : words.join(animal.visualTag, animal.deviceId)],
    [words.own('subject'), animal === null ? alert.subjectName : ''],
    [words.say('alertScreen.place'), words.join(farm.name, pen?.name)],
    [words.own('projects'), words.join(...projects.map(({ code }) => code))],
    [
      words.say('alertScreen.pledge'),
      animal === null
        ? ''
        : (animal.pledgedTo ?? words.say(animal.isPledged ? 'card.pledgedElsewhere' : 'card.notPledged')),
    ],
    [words.say('alertScreen.figures'), figureWords(words, alert)],
    [words.say('alertCourse.began'), instant(alert.sinceAt)],
    [words.say('alertEvent.RAISED'), instant(alert.raisedAt)],
    [
      words.say('alertEvent.ACKNOWLEDGED'),
      words.join(alert.acknowledgedBy, alert.acknowledgedAt && instant(alert.acknowledgedAt)),
    ],
    [words.say('alertEvent.ASSIGNED'), alert.assignedTo?.name ?? ''],
    [
      words.say('alertEvent.CLEARED'),
      isPending ? words.own('stands', { at: instant(herdAt) }) : instant(alert.clearedAt),
    ],
    [
      words.say('alertEvent.CLOSED'),
      alert.closeCode === null
        ? ''
        : words.join(
            words.say(`closeCode.${alert.closeCode}`),
            alert.closedBy,
            instant(alert.closedAt),
            timeline.closeText,
          ),
    ],
    [words.own('zone'), words.timeZone],
  ])
}

function ruleBlocks({ rule }: EvidenceFacts, words: EvidenceWords): Block[] {
  if (rule === null) return [{ kind: 'text', text: words.own('noRule') }]
  const [narrowest] = rule.rules
  const scope = narrowest === undefined ? '' : words.say(`rule.scope.${narrowest.scope}`, { name: narrowest.name })
  return [
    {
      kind: 'text',
      text: words.say('join.sentences', { first: words.own('ruleOf', { scope }), next: ruleWords(words, rule) }),
    },
  ]
}

function trackBlocks({ farm, pen, alert }: EvidenceFacts, { words, fixes, span }: ReportMeans): Block[] {
  if (fixes.length < 2 || alert.animalId === null) return []
  const { longitude, latitude } = alert.detail
  const place = typeof longitude === 'number' && typeof latitude === 'number' ? ([longitude, latitude] as const) : null
  return [
    { kind: 'heading', text: words.own('track') },
    {
      kind: 'track',
      boundary: farm.boundary.coordinates[0] ?? [],
      pen: pen?.polygon.coordinates[0] ?? null,
      fixes,
      place,
      words: words.own('trackWords', { from: words.instant(span.from), to: words.instant(span.to) }),
    },
  ]
}

function courseTable({ alert, timeline }: EvidenceFacts, words: EvidenceWords): Block {
  const rows = timeline.events.map((event) => [
    words.instant(event.at),
    event.by?.name ?? '–',
    words.join(
      words.say(`alertEvent.${event.kind}`),
      eventWords(words, alert, event),
      event.text !== null && event.text !== '' && words.say('alerts.said', { comment: event.text }),
    ),
  ])
  return {
    kind: 'table',
    titles: [words.own('when'), words.own('who'), words.own('what')],
    widths: [0.24, 0.18, 0.58],
    rows,
  }
}

function deliveryBlocks({ deliveries: told }: EvidenceFacts, words: EvidenceWords): Block[] {
  const state: Block = { kind: 'text', text: words.say(`telling.${told.state}`, { at: words.instant(told.nextAt) }) }
  if (told.list.length === 0) return [state]
  const rows = told.list.map(
    ({ recipient, channel, state: stands, fault, queuedAt, sentAt, readAt, actedAt, reason }) => [
      words.join(recipient, words.own(`why.${reason}`)),
      words.say(`deliveryChannel.${channel}`),
      words.instant(queuedAt),
      words.join(words.say(`delivery.${stands}`), fault, sentAt && words.instant(sentAt)),
      words.join(
        readAt && `${words.say('delivery.READ')} ${words.instant(readAt)}`,
        actedAt && `${words.say('delivery.ACTED')} ${words.instant(actedAt)}`,
      ),
    ],
  )
  return [
    state,
    {
      kind: 'table',
      titles: [words.own('whom'), words.own('channel'), words.own('queued'), words.own('outcome'), words.own('answer')],
      widths: [0.2, 0.12, 0.2, 0.26, 0.22],
      rows,
    },
  ]
}

function decisionBlocks({ drafts, tickets }: EvidenceFacts, words: EvidenceWords): Block[] {
  const rows = [
    ...drafts.map((draft) => [
      words.instant(draft.draftedAt),
      draft.draftedBy,
      words.join(
        words.own('draft'),
        words.say(`entryKind.${draft.kind}`),
        draft.visualTag,
        draft.happenedOn,
        draft.reason,
      ),
      words.join(
        words.say(`draftState.${draft.state}`),
        draft.decidedBy,
        draft.decidedAt && words.instant(draft.decidedAt),
        draft.discardedBecause,
      ),
    ]),
    ...tickets.map((ticket) => [
      words.instant(ticket.raisedAt),
      ticket.raisedBy,
      words.join(words.say(`ticket.kind.${ticket.kind}`), ticket.subjectName),
      words.join(words.say(`ticket.state.${ticket.state}`), ticket.decidedAt && words.instant(ticket.decidedAt)),
    ]),
  ]
  if (rows.length === 0) return [{ kind: 'text', text: words.own('noDecisions') }]
  return [
    {
      kind: 'table',
      titles: [words.own('when'), words.own('who'), words.own('what'), words.own('outcome')],
      widths: [0.2, 0.15, 0.4, 0.25],
      rows,
    },
  ]
}

function photoBlocks({ photos }: EvidenceFacts, { words, photos: paths }: ReportMeans): Block[] {
  if (photos.length === 0) return []
  return [
    { kind: 'heading', text: words.say('alertAct.photos') },
    ...photos.map(({ hash }, place): Block => ({
      kind: 'photo',
      path: paths[place] ?? '',
      words: words.join(words.say('alertAct.photo', { number: place + 1 }), hash),
    })),
  ]
}

function fileBlocks({ animal }: EvidenceFacts, { words, files, span }: ReportMeans): Block[] {
  const values = { rows: span.rows, from: words.instant(span.from), to: words.instant(span.to) }
  return [
    {
      kind: 'text',
      text: words.own(span.isCut ? 'readingsCut' : animal === null ? 'readingsOfPlace' : 'readingsOfAnimal', values),
    },
    { kind: 'text', text: words.own('verify') },
    {
      kind: 'table',
      titles: [words.own('file'), 'SHA-256'],
      widths: [0.28, 0.72],
      rows: files.map(({ path, hash }) => [path, hash]),
    },
  ]
}
