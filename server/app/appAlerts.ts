import type { Logger } from 'pino'
import { AlertStore, type AlertWriter } from '../alerts/alertStore.ts'
import { AlertEngine } from '../alerts/engine.ts'
import { explainingKinds } from '../alerts/kinds.ts'
import { outageRetentionMs } from '../alerts/suppression.ts'
import type { Clock } from '../clock.ts'
import { openOrRecentlyCleared, clearAlerts, reviseAlerts, unclearedAlerts, raiseAlerts } from '../db/alerts.ts'
import type { Sql } from '../db/connect.ts'
import { currentAndRecentPermits } from '../db/permits.ts'
import type { Events } from '../events.ts'
import type { Faults } from '../faults.ts'
import type { Herd } from '../herd/herd.ts'
import { Refresher } from '../herd/refresher.ts'
import { allRules } from '../resources/alertRules.ts'

interface AlertParts {
  sql: Sql
  herd: Herd
  clock: Clock
  events: Events
  log: Logger
  faults: Pick<Faults, 'report'>
}

/** Creates the alert store, the engine, and the refresher of its rules and permits. */
export function createAppAlerts({ sql, herd, clock, events, log, faults }: AlertParts) {
  const writer: AlertWriter = {
    raise: (alerts) => raiseAlerts(sql, alerts),
    clear: (clearings) => clearAlerts(sql, clearings),
    revise: (revisions) => reviseAlerts(sql, revisions),
  }
  const alertStore = new AlertStore(writer, log, (alerts) => events.emit('alertsChanged', { alerts }))
  const engine = new AlertEngine(herd, alertStore, (rule, farmId, error) =>
    faults.report(`rule ${rule}`, error, { farmId }),
  )
  return {
    alertStore,
    engine,
    rules: new Refresher(async () =>
      engine.useRules(await allRules(sql), await currentAndRecentPermits(sql, clock.now())),
    ),
    /** Restores open alerts, the outages that explain silences, and the walls, as the previous server left them. */
    async restoreAlerts() {
      await herd.walls.sync(sql)
      alertStore.load(await unclearedAlerts(sql))
      engine.restoreOutages(await openOrRecentlyCleared(sql, explainingKinds, clock.now() - outageRetentionMs))
    },
  }
}
