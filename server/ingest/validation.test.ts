import { expect, test } from 'vitest'
import { validate, Newest } from './validation.ts'
import type { PendingMessage } from './message.ts'
import { countUp } from './outcomes.ts'
import { emptyRegistry, type Source } from '../herd/registry.ts'

const source: Source = { id: 1, name: 'site', secretHash: '', adapters: new Set(['json']), farmIds: null }
const at = Date.UTC(2026, 4, 1)
const unreadable = (topicGateway: string): PendingMessage => ({
  source, topic: 'ingest', topicGateway, message: { ok: false, reason: 'BAD_JSON', field: 'body' }, body: null, receivedAt: at, arrivedAt: 0, settle: () => {},
})

test('gateways that are one row of counts are counted as one, however they were written', () => {
  const long = 'A'.repeat(63)
  const pending = [`${long}A1`, `${long}A2`, `${long}\u{1F42E}`, `${long}\u{1F411}`, 'B\0', 'B'].map(unreadable)
  const counts = countUp(pending, validate(pending, emptyRegistry(), new Newest(), 1), new Set())
  expect(counts.map(({ gateway, count }) => [gateway, count])).toEqual([[`${long}A`, 2], [`${long}\uFFFD`, 2], ['B', 2]])
})
