import type { ComponentType } from 'react'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { MessageId } from '../../../locale/languages.ts'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import type { ProjectPart } from '../past/moments.ts'

/** A tab of a project's page: one file and one line here. */
interface ProjectTab {
  /** Value of `?tab=`. */
  key: string
  titleId: MessageId
  /** Call behind the tab, which is offered only to roles that may make it. */
  call: Endpoint
  load: () => Promise<ComponentType<ProjectPart>>
  /** Shows the project's farms, which no longer belong to it after closing. */
  isOfFarms?: true
  /** Has no past view, and says that it shows the present. */
  isOfPresent?: true
}

const tabs: readonly ProjectTab[] = [
  {
    key: 'overview',
    titleId: 'project.tab.overview',
    call: endpoints.projects.detail,
    load: async () => (await import('./tabs/OverviewTab.tsx')).OverviewTab,
  },
  {
    key: 'collateral',
    titleId: 'project.tab.collateral',
    call: endpoints.collateral.list,
    load: async () => (await import('../collateral/CollateralTab.tsx')).CollateralTab,
  },
  {
    key: 'headcount',
    titleId: 'project.tab.headcount',
    call: endpoints.ledgerEntries.list,
    load: async () => (await import('./tabs/HeadcountTab.tsx')).HeadcountTab,
  },
  {
    key: 'map',
    titleId: 'project.tab.map',
    call: endpoints.monitor.scene,
    isOfFarms: true,
    load: async () => (await import('./tabs/MapTab.tsx')).MapTab,
  },
  {
    key: 'alerts',
    titleId: 'project.tab.alerts',
    call: endpoints.alerts.list,
    isOfFarms: true,
    load: async () => (await import('./tabs/AlertsTab.tsx')).AlertsTab,
  },
  {
    key: 'tickets',
    titleId: 'project.tab.tickets',
    call: endpoints.tickets.list,
    load: async () => (await import('./tabs/TicketsTab.tsx')).TicketsTab,
  },
  {
    key: 'logs',
    titleId: 'dailyLog.list',
    call: endpoints.dailyLogs.list,
    load: async () => (await import('./tabs/LogsTab.tsx')).LogsTab,
  },
  {
    key: 'cameras',
    titleId: 'camera.title',
    call: endpoints.cameras.shown,
    isOfFarms: true,
    isOfPresent: true,
    load: async () => (await import('./tabs/CamerasTab.tsx')).CamerasTab,
  },
  {
    key: 'documents',
    titleId: 'project.tab.documents',
    call: endpoints.projectDocuments.shown,
    load: async () => (await import('./tabs/DocumentsTab.tsx')).DocumentsTab,
  },
  {
    key: 'history',
    titleId: 'project.tab.history',
    call: endpoints.projects.history,
    load: async () => (await import('./tabs/HistoryTab.tsx')).HistoryTab,
  },
]

/** Tabs of a project's page in order, loaded on demand. */
export const projectTabs = tabs.map((tab) => ({ ...tab, View: lazyChunk(tab.load) }))
