import type { Alert, alertStates } from '#contract/alerts/alerts.ts'
import type { MessageId } from '../../../locale/languages.ts'

/** Tabs of the alert screen: open alerts are live in the console, others load in pages. */
export const alertTabs = ['open', 'mine', 'shelved', 'cleared', 'closed', 'late', 'all'] as const
export type AlertTab = (typeof alertTabs)[number]

interface TabDescription {
  titleId: MessageId
  /** Returns which open alerts the tab shows; null: its alerts load in pages. @param me id of the viewer */
  isOf: ((alert: Alert, me: number | null) => boolean) | null
  /** Input of the list call and its export. */
  state: (typeof alertStates)[number]
}

export const tabTable: Record<AlertTab, TabDescription> = {
  open: { titleId: 'alertScreen.tab.open', isOf: ({ shelvedUntil }) => shelvedUntil === null, state: 'OPEN' },
  mine: {
    titleId: 'alertScreen.tab.mine',
    isOf: ({ assignedTo }, me) => assignedTo !== null && assignedTo.id === me,
    state: 'MINE',
  },
  shelved: { titleId: 'alertScreen.tab.shelved', isOf: ({ shelvedUntil }) => shelvedUntil !== null, state: 'SHELVED' },
  cleared: { titleId: 'project.alertState.CLEARED', isOf: null, state: 'CLEARED' },
  closed: { titleId: 'alertScreen.tab.closed', isOf: null, state: 'CLOSED' },
  late: { titleId: 'alertScreen.tab.late', isOf: null, state: 'LATE' },
  all: { titleId: 'alertScreen.tab.all', isOf: null, state: 'ALL' },
}

/** Returns the tab named in a URL, by default the first. */
export const tabOf = (text: string | null): AlertTab => alertTabs.find((tab) => tab === text) ?? 'open'
