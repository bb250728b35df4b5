import type { Step } from '../testAudit.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { machineNow } from '../../clock.ts'
import type { World } from '../../testing/testWorld.ts'
import { planAlerts } from './planAlerts.ts'
import { allDay } from './testDuty.ts'

/**
 * Returns steps that set up alert notification, by an administrator of the supervisor.
 * @param id returns the id of a record added by an earlier step, by its name
 */
export function dutySteps(world: () => World, id: (name: string) => number): Step[] {
  const by = 'chief'
  const roster = (name: string) => async () => ({
    name,
    timeZone: 'UTC',
    watchedFarmIds: [],
    shifts: allDay([await world().idOf('pm')]),
  })
  const standIn = async () =>
    (await world().sql<{ id: number }[]>`select max(id) as id from roster_stand_ins`)[0]?.id ?? 0
  /** Creates a delivery of an open alert. @returns its id */
  async function delivery() {
    const { sql, context } = world()
    const at = context.clock.now()
    const [alert] = await raiseAlerts(sql, [
      {
        kind: 'LEFT_PEN',
        severity: 'CRITICAL',
        subjectType: 'ANIMAL',
        subjectId: 999_000,
        subjectName: 'told',
        farmId: id('farm'),
        penId: null,
        animalId: null,
        raisedAt: at,
        sinceAt: at,
        detail: {},
      },
    ])
    await planAlerts({ sql, events: context.events, log: context.log, publicUrl: context.publicUrl }, at)
    return (
      (
        await sql<
          { id: number }[]
        >`select id from alert_deliveries where alert_id = ${alert?.id ?? 0} and state = 'SENT'`
      )[0]?.id ?? 0
    )
  }
  return [
    { call: 'rosters.addOrEdit', by, input: roster('Night'), notes: ['ADD roster'], as: 'roster' },
    {
      call: 'rosters.addOrEdit',
      by,
      input: async () => ({ ...(await roster('Day')()), id: id('roster') }),
      notes: ['EDIT roster'],
    },
    {
      call: 'rosters.handOver',
      by: 'pm',
      input: () => ({ id: id('roster'), note: 'all quiet' }),
      notes: ['ADD handOver'],
    },
    {
      call: 'rosters.addStandIn',
      by,
      input: async () => ({
        awayPersonId: await world().idOf('pm'),
        coverPersonId: await world().idOf(by),
        startsAt: machineNow(),
        endsAt: machineNow() + 86_400_000,
      }),
      notes: ['ADD rosterStandIn'],
    },
    {
      call: 'rosters.endStandIn',
      by,
      input: async () => ({ standInOfRosterId: await standIn() }),
      notes: ['EDIT rosterStandIn'],
    },
    {
      call: 'alertDeliveries.resend',
      by: 'pm',
      input: async () => ({ id: await delivery() }),
      notes: ['ADD alertDelivery'],
    },
    { call: 'rosters.remove', by, input: () => ({ id: id('roster') }), notes: ['REMOVE roster'] },
    {
      call: 'alertPolicies.edit',
      by,
      input: () => ({ escalateMinutes: { CRITICAL: 3, MAJOR: null, MINOR: null, INFO: null }, remindMinutes: 10 }),
      notes: ['ADD alertPolicy'],
    },
    {
      call: 'alertPolicies.edit',
      by,
      input: () => ({ escalateMinutes: { CRITICAL: 4, MAJOR: null, MINOR: null, INFO: null }, remindMinutes: 10 }),
      notes: ['EDIT alertPolicy'],
    },
    {
      call: 'notificationSettings.edit',
      by: 'pm',
      notes: ['ADD notificationSettings'],
      input: () => ({
        language: 'en-US',
        timeZone: 'UTC',
        channels: { CRITICAL: ['MAIL'], MAJOR: [], MINOR: [], INFO: [] },
        quietHours: null,
        quietSeverities: [],
      }),
    },
  ]
}
