import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Step } from '../testAudit.ts'

/** What is done to alerts, for the test of the audit. @param alertOf raises an alert of a kind and gives its id */
export function alertSteps(alertOf: (kind: RuleKind) => Promise<number>, pm: () => Promise<number>): Step[] {
  const on = (call: string, input: () => object | Promise<object>, notes: string[]): Step => ({
    call: `alerts.${call}`, by: 'pm', notes, input: async () => ({ id: await alertOf('SITE_OUTAGE'), ...(await input()) }),
  })
  return [
    { call: 'alerts.acknowledge', by: 'pm', input: async () => ({ id: await alertOf('LEFT_PEN'), comment: 'seen' }), notes: ['ACKNOWLEDGE alert'] },
    { call: 'alerts.addOrEdit', by: 'pm', input: async () => ({ id: await alertOf('LOW_BATTERY'), comment: 'seen' }), notes: ['ACKNOWLEDGE alert'] },
    {
      call: 'alerts.acknowledgeAll', by: 'pm', input: async () => ({ ids: [await alertOf('NECKBAND_SILENT'), await alertOf('PEN_CROWDED')], comment: 'seen' }),
      notes: ['ACKNOWLEDGE alert', 'ACKNOWLEDGE alert'],
    },
    on('assign', async () => ({ assigneeId: await pm() }), ['ASSIGN alert']),
    on('comment', () => ({ text: 'at the gate' }), ['COMMENT alert']),
    on('shelve', () => ({ until: Date.UTC(2026, 4, 2), reason: 'repairs' }), ['SHELVE alert']),
    on('unshelve', () => ({}), ['UNSHELVE alert']),
    { call: 'alerts.act', by: 'pm', notes: ['COMMENT alert', 'COMMENT alert'], input: async () => ({ ids: [await alertOf('SITE_OUTAGE'), await alertOf('GATEWAY_OFFLINE')], act: { kind: 'COMMENT', text: 'both' } }) },
    on('close', () => ({ code: 'FALSE_ALARM', text: 'a fallen tree' }), ['CLOSE alert']),
  ]
}
