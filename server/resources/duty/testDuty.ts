import type { RuleKind, Severity } from '#contract/alerts/alertKinds.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { planAlerts } from './planAlerts.ts'

/** A world with an organisation of two administrators, three project managers and a farm, without rosters. */
export interface DutyWorld {
  world: World
  organisationId: number
  farmId: number
  tokens: Record<Name, string>
  ids: Record<Name, number>
  /** Removes all alerts, rosters, settings and messages, and sets users and clock as they were at first. */
  clear(): Promise<void>
  /** Raises alerts now, of animals of their own. @returns their ids */
  raise(count: number, severity?: Severity, isLate?: boolean): Promise<number[]>
  /** Notifies the people due now. */
  plan(): Promise<void>
  /** Moves the clock by minutes of herd time and notifies the people due then. */
  goOn(minutes: number): Promise<void>
  /** Returns the deliveries of an alert, by step: `0 anna MAIL SENT`. */
  deliveriesOf(alertId: number): Promise<string[]>
  close(): Promise<void>
}

const names = ['chief', 'deputy', 'anna', 'bold', 'cara'] as const
type Name = (typeof names)[number]

export async function openDutyWorld(): Promise<DutyWorld> {
  const world = await openWorld()
  const { sql, context } = world
  const organisationId = await world.organisation('SUPERVISOR', 'Grass watch')
  const tokens = {} as Record<Name, string>
  const ids = {} as Record<Name, number>
  for (const name of names) {
    tokens[name] = await world.user(
      name,
      name === 'chief' || name === 'deputy' ? 'ADMIN_SUPERVISOR' : 'SUPERVISOR_PM',
      organisationId,
    )
    ids[name] = await world.idOf(name)
  }
  const { data } = await world.call<{ id: number }>(tokens.anna, 'PUT', '/collateral/web/farm/addOrEdit', {
    name: 'Ovoo',
    boundary: square(116, 44, 0.01),
    timeZone: 'Asia/Shanghai',
  })
  const addressUsers = () => sql`
    update users set status = 'ACTIVE', organisation_id = ${organisationId}, email = user_name || '@example.com', telephone = '+861380000000' || (array_position(${[...names]}::text[], user_name::text) - 1)
    where user_name::text = any(${[...names]})`
  await addressUsers()
  const start = context.clock.now()
  let raised = 0
  const duty: DutyWorld = {
    world,
    organisationId,
    farmId: data.id,
    tokens,
    ids,
    async clear() {
      context.clock.hold(start)
      raised = 0
      await sql.begin(async (transaction) => {
        // Disables triggers and foreign keys, so the tables are cleared in any order.
        await transaction`set local session_replication_role = replica`
        for (const table of [
          'alerts',
          'alert_escalations',
          'alert_events',
          'alert_deliveries',
          'alert_floods',
          'rosters',
          'roster_farms',
          'roster_shifts',
          'roster_stand_ins',
          'notification_settings',
          'outbox',
          'notices',
        ])
          await transaction`delete from ${transaction(table)}`
      })
      await addressUsers()
    },
    async raise(count, severity = 'MAJOR', isLate = false) {
      const at = context.clock.now()
      const alerts = Array.from({ length: count }, () => ({
        kind: 'LEFT_PEN' as RuleKind,
        severity,
        subjectType: 'ANIMAL' as const,
        subjectId: 1_000_000 + raised,
        subjectName: `tag ${raised++}`,
        farmId: data.id,
        penId: null,
        animalId: null,
        raisedAt: at,
        sinceAt: at,
        isLate,
        detail: {},
      }))
      const found: number[] = []
      for (let begin = 0; begin < count; begin += 256)
        found.push(...(await raiseAlerts(context.sql, alerts.slice(begin, begin + 256))).map(({ id }) => id))
      return found
    },
    plan: () =>
      planAlerts(
        { sql: context.sql, events: context.events, log: context.log, publicUrl: context.publicUrl },
        context.clock.now(),
      ),
    async goOn(minutes) {
      await context.clock.moveTo(context.clock.now() + minutes * 60_000)
      await duty.plan()
    },
    async deliveriesOf(alertId) {
      const rows = await sql<{ line: string }[]>`
        select concat_ws(' ', d.step, coalesce(u.user_name, c.name), d.channel, d.state, d.fault) as line
        from alert_deliveries d left join users u on u.id = d.user_id left join alert_channels c on c.id = d.channel_id where d.alert_id = ${alertId} order by d.id`
      return rows.map(({ line }) => line)
    },
    close: () => world.close(),
  }
  return duty
}

/** Builds shifts that last all day, every day, one layer each. */
export function allDay(...layers: number[][]): object[] {
  return layers.flatMap((people, index) =>
    people.map((personId) => ({ layer: index + 1, personId, days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 })),
  )
}
