import type { Alert, alertStates } from '#contract/alerts/alerts.ts'
import type { MessageId } from '../../../locale/languages.ts'

/** The tabs: the console knows all open alerts by itself, live; the others are asked for page by page. */
export const alertTabs = ['open', 'mine', 'shelved', 'cleared', 'closed', 'late', 'all'] as const
export type AlertTab = (typeof alertTabs)[number]

interface TabDescription {
  titleId: MessageId
  /** Which open alerts it shows; null: it is asked for. @param me the id of who is looking */
  isOf: ((alert: Alert, me: number | null) => boolean) | null
  /** The input of a list call, and of its file. */
  state: (typeof alertStates)[number]
}

export const tabTable: Record<AlertTab, TabDescription> = {
  open: { titleId: 'alertScreen.tab.open', isOf: ({ shelvedUntil }) => shelvedUntil === null, state: 'OPEN' },
  mine: { titleId: 'alertScreen.tab.mine', isOf: ({ assignedTo }, me) => assignedTo !== null && assignedTo.id === me, state: 'MINE' },
  shelved: { titleId: 'alertScreen.tab.shelved', isOf: ({ shelvedUntil }) => shelvedUntil !== null, state: 'SHELVED' },
  cleared: { titleId: 'project.alertState.CLEARED', isOf: null, state: 'CLEARED' },
  closed: { titleId: 'alertScreen.tab.closed', isOf: null, state: 'CLOSED' },
  late: { titleId: 'alertScreen.tab.late', isOf: null, state: 'LATE' },
  all: { titleId: 'alertScreen.tab.all', isOf: null, state: 'ALL' },
}

/** The tab that an address asks for. */
export const tabOf = (text: string | null): AlertTab => alertTabs.find((tab) => tab === text) ?? 'open'
