import { endpoints } from '#contract/calls/endpoints.ts'
import { describeRecords } from '../../../list/describeRecords.tsx'

const form = {
  newTitleId: 'duty.addChannel',
  load: async () => (await import('./alertChannelForm.tsx')).alertChannelForm,
  showsDaysLeft: true,
} as const

export const alertChannels = describeRecords(
  endpoints.alertChannels,
  form,
)({
  noun: 'alertChannels',
  titleId: 'duty.channels',
  countId: 'duty.channelCount',
  emptyId: 'duty.noChannels',
  nameOf: ({ name }) => name,
  next: [{ titleId: 'duty.title', call: endpoints.rosters.list, to: '/dashboard/animal-monitor/alert/duty' }],
  sort: { field: 'name', order: 'asc' },
  columns: {
    name: { titleId: 'duty.name', width: 180 },
    kind: { titleId: 'duty.kind', width: 150, words: (kind) => `alertChannel.${kind}` },
    host: { titleId: 'duty.host', width: 200, hideOrder: 1 },
    severities: { titleId: 'duty.severities', width: 180, words: (severity) => `severity.${severity}` },
    events: { titleId: 'duty.events', width: 180, hideOrder: 2, words: (kind) => `recordEvent.${kind}` },
    isEnabled: { titleId: 'duty.enabled', width: 90 },
  },
  filters: [
    { field: 'name', titleId: 'duty.name' },
    { field: 'kind', titleId: 'duty.kind', words: (kind) => `alertChannel.${kind}` },
  ],
})
