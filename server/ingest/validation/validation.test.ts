import { expect, test } from 'vitest'
import { GatewayClocks } from './gatewayClocks.ts'
import { Jumps } from './jumps.ts'
import { validate, Newest } from './validation.ts'
import type { PendingMessage } from '../queue.ts'
import { GatewayNames, otherGateways } from '../gatewayNames.ts'
import { countUp, outcomesOf } from '../outcomes.ts'
import { emptyRegistry, type Source } from '../../herd/registry.ts'

const source: Source = {
  id: 1,
  name: 'site',
  secretHash: '',
  adapters: new Set(['json']),
  farmIds: null,
  takesQueryToken: false,
}
const registry = { ...emptyRegistry(), sources: new Map([[source.id, source]]) }
const at = Date.UTC(2026, 4, 1)
const freshMemory = () => ({ newest: new Newest(), clocks: new GatewayClocks(), jumps: new Jumps() })
const unreadable = (countedGateway: string): PendingMessage => ({
  farmId: 0,
  sourceId: source.id,
  topic: 'ingest',
  countedGateway,
  message: { ok: false, reason: 'BAD_JSON', field: 'body' },
  body: null,
  bytes: 0,
  receivedAt: at,
  arrivedAt: 0,
  room: { sourceId: source.id, readings: 1, bytes: 0 },
  settle: () => {},
})

test('counts gateways together when their stored names are equal', () => {
  const long = 'A'.repeat(63)
  const names = new GatewayNames(() => registry)
  const pending = [`${long}A1`, `${long}A2`, `${long}\u{1F42E}`, `${long}\u{1F411}`, 'B\0', 'B'].map((name) =>
    unreadable(names.countedAs(source.id, name)),
  )
  const counts = countUp(pending, validate(pending, registry, freshMemory(), { maxAgeMs: 1 }), new Set())
  expect(counts.map(({ gateway, count }) => [gateway, count])).toEqual([
    [`${long}A`, 2],
    [`${long}\uFFFD`, 2],
    ['B', 2],
  ])
})

test('limits unknown gateway names per source, counting the others together', () => {
  const gateway = {
    id: 1,
    mac: 'AC233F000001',
    name: null,
    farmId: 1,
    penId: 0,
    heardAt: Number.NaN,
    ownerOrgId: null,
    isLaterClaim: false,
  }
  const names = new GatewayNames(() => ({ ...registry, gatewaysByMac: new Map([[gateway.mac, [gateway]]]) }))
  const counted = Array.from({ length: 5000 }, (_, i) => names.countedAs(1, `FLOOD${i}`))
  expect([new Set(counted).size, counted.at(-1)]).toEqual([21, otherGateways])
  expect([
    counted[0],
    names.countedAs(1, 'FLOOD0'),
    names.countedAs(1, gateway.mac),
    names.countedAs(1, ''),
    names.countedAs(2, 'OTHER'),
  ]).toEqual(['FLOOD0', 'FLOOD0', gateway.mac, '', 'OTHER'])
})

test('refuses a message whose source was removed, counting it for none', () => {
  const pending: PendingMessage[] = [
    { ...unreadable('A'), message: { ok: true, gateway: 'A', readings: [], rejected: [] } },
  ]
  const validated = validate(pending, emptyRegistry(), freshMemory(), { maxAgeMs: 1 })
  expect(validated.unreadable).toMatchObject([{ sourceId: 0, reason: 'NOT_ALLOWED', field: 'source' }])
  expect(outcomesOf(pending, validated, new Set())).toEqual([
    { kind: 'unreadable', reason: 'NOT_ALLOWED', field: 'source' },
  ])
  expect(countUp(pending, validated, new Set())).toMatchObject([{ sourceId: 0, result: 'NOT_ALLOWED', count: 1 }])
})
