import type { Alert } from '#contract/alerts/alerts.ts'
import type { MessageId } from '../../locale/languages.ts'

/** What the tabs show: of those that are open the console knows all by itself, live; the others are asked for page by page. */
export const alertTabs = ['open', 'cleared', 'all'] as const
export type AlertTab = (typeof alertTabs)[number]

interface TabDescription {
  titleId: MessageId
  /** Which open alerts it shows; null: it is asked for. */
  isOf: ((alert: Alert) => boolean) | null
  /** What a list call, and its file, is asked for. */
  state: 'ACTIVE' | 'CLEARED' | 'ALL'
}

export const tabTable: Record<AlertTab, TabDescription> = {
  open: { titleId: 'alertScreen.tab.open', isOf: () => true, state: 'ACTIVE' },
  cleared: { titleId: 'project.alertState.CLEARED', isOf: null, state: 'CLEARED' },
  all: { titleId: 'alertScreen.tab.all', isOf: null, state: 'ALL' },
}

/** The tab that an address asks for. */
export const tabOf = (text: string | null): AlertTab => alertTabs.find((tab) => tab === text) ?? 'open'
