// @vitest-environment node
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { Status } from '#contract/live/live.ts'
import type { Connection } from './connection.ts'
import { recoveries$ } from './recoveries.ts'

test('emits once per interruption that ends, after its first frame', () => {
  const connections = new Subject<Connection>()
  const statuses = new Subject<Status>()
  let recoveries = 0
  const subscription = recoveries$(connections, statuses).subscribe(() => recoveries++)
  const live = { kind: 'live', lastFrameMs: 0 } as const
  const up = { up: true, since: 0 }
  const status = { herdAt: 0, speed: 1, database: up, broker: up }
  connections.next({ kind: 'connecting', sinceMs: 0 })
  connections.next(live)
  statuses.next(status)
  expect(recoveries).toBe(0)
  for (const kind of ['stale', 'offline', 'connecting'] as const) connections.next({ kind, sinceMs: 0 })
  expect(recoveries).toBe(0)
  connections.next(live)
  connections.next(live)
  expect(recoveries).toBe(1)
  statuses.next({ ...status, broker: { up: false, since: 0 } })
  statuses.next({ ...status, database: { up: false, since: 0 } })
  statuses.next(status)
  expect(recoveries).toBe(2)
  subscription.unsubscribe()
})
