import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import type { World } from '../../testing/testWorld.ts'
import type { TestProject } from '../projects/testLedger.ts'
import type { Step } from '../testAudit.ts'

/** Returns steps that act on alerts, for the audit test. @param alertOf raises an alert of a kind and returns its id */
export function alertSteps(alertOf: (kind: RuleKind) => Promise<number>, pm: () => Promise<number>): Step[] {
  const on = (call: string, input: () => object | Promise<object>, notes: string[]): Step => ({
    call: `alerts.${call}`,
    by: 'pm',
    notes,
    input: async () => ({ id: await alertOf('SITE_OUTAGE'), ...(await input()) }),
  })
  return [
    {
      call: 'alerts.acknowledge',
      by: 'pm',
      input: async () => ({ id: await alertOf('LEFT_PEN'), comment: 'seen' }),
      notes: ['ACKNOWLEDGE alert'],
    },
    {
      call: 'alerts.addOrEdit',
      by: 'pm',
      input: async () => ({ id: await alertOf('LOW_BATTERY'), comment: 'seen' }),
      notes: ['ACKNOWLEDGE alert'],
    },
    {
      call: 'alerts.acknowledgeAll',
      by: 'pm',
      input: async () => ({ ids: [await alertOf('NECKBAND_SILENT'), await alertOf('PEN_CROWDED')], comment: 'seen' }),
      notes: ['ACKNOWLEDGE alert', 'ACKNOWLEDGE alert'],
    },
    on('assign', async () => ({ assigneeId: await pm() }), ['ASSIGN alert']),
    on('comment', () => ({ text: 'at the gate' }), ['COMMENT alert']),
    on('shelve', () => ({ until: Date.UTC(2026, 4, 2), reason: 'repairs' }), ['SHELVE alert']),
    on('unshelve', () => ({}), ['UNSHELVE alert']),
    {
      call: 'alerts.act',
      by: 'pm',
      notes: ['COMMENT alert', 'COMMENT alert'],
      input: async () => ({
        ids: [await alertOf('SITE_OUTAGE'), await alertOf('GATEWAY_OFFLINE')],
        act: { kind: 'COMMENT', text: 'both' },
      }),
    },
    on('close', () => ({ code: 'FALSE_ALARM', text: 'a fallen tree' }), ['CLOSE alert']),
  ]
}

/** Returns steps that act on ledger drafts opened by closing an alert. */
export function draftSteps(world: () => World, project: () => Promise<TestProject>): Step[] {
  const drafted = async (kind: RuleKind) => {
    const { id, farmId, animalIds } = await project()
    const { sql, context } = world()
    const animalId = animalIds.at(1) ?? 0
    const at = context.clock.now()
    const [alert] = await raiseAlerts(sql, [
      {
        kind,
        severity: 'MAJOR',
        subjectType: 'ANIMAL',
        subjectId: animalId,
        subjectName: '1',
        farmId,
        penId: null,
        animalId,
        raisedAt: at,
        sinceAt: at,
        detail: {},
      },
    ])
    return { id, alertId: alert?.id ?? 0 }
  }
  const newest = async () => (await world().sql<{ id: number }[]>`select max(id) as id from ledger_drafts`)[0]?.id
  const after = (call: string, kind: RuleKind, input: object, notes: string[]): Step[] => [
    {
      call: 'alerts.close',
      by: 'audited.pm',
      input: async () => ({ id: (await drafted(kind)).alertId, code: 'ANIMAL_DEAD', text: 'a wolf' }),
      notes: ['CLOSE alert', 'ADD ledgerDraft'],
    },
    {
      call: `ledgerDrafts.${call}`,
      by: 'audited.pm',
      input: async () => ({ id: (await project()).id, draftId: await newest(), ...input }),
      notes,
    },
  ]
  return [
    ...after('discard', 'LEFT_PEN', { reason: 'it was another' }, ['EDIT ledgerDraft']),
    ...after('complete', 'NECKBAND_SILENT', { happenedOn: '2026-05-01', reason: 'a wolf' }, [
      'EDIT animal',
      'EDIT ledgerDraft',
      'ADD ledgerEntry',
    ]),
  ]
}
