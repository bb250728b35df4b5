import { expect, onTestFinished, test, vi } from 'vitest'
import type { Role } from '#contract/people/roles.ts'
import { ChangeNotifier } from './changeTeller.ts'
import type { LiveSocket, Viewer } from './viewer.ts'

/** A socket as far as the teller knows one, and what it was told. */
function socketOf(role: Role, told: string[]): LiveSocket {
  const viewer: Partial<Viewer> = { role, organisationId: 1, farmIds: new Set([7]) }
  return { data: { viewer }, emit: (_event: string, nouns: string[]) => told.push(`${role} ${nouns.join()}`) } as never
}

test('a change is told to those who may see the noun, and of a setting to those who see what follows from it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const sockets = (['ADMIN_PLATFORM', 'SUPERVISOR_PM', 'BANK_USER', 'SUPERVISOR_USER'] as const).map((role) => socketOf(role, told))
  const teller = new ChangeNotifier(() => sockets)
  teller.note({ noun: 'baseMap', ids: [1] })
  teller.note({ noun: 'securityEvents' })
  vi.advanceTimersByTime(1000)
  expect(told).toEqual(['ADMIN_PLATFORM baseMap,securityEvents', 'SUPERVISOR_PM baseMap', 'BANK_USER baseMap'])
})

test('of an organisation’s record nobody else is told, though they see its farms', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const teller = new ChangeNotifier(() => [socketOf('BANK_USER', told)])
  teller.note({ noun: 'projects', ids: [1], organisationIds: [2], farmIds: [7] })
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([])
  teller.note({ noun: 'projects', ids: [1], organisationIds: [1], farmIds: [7] })
  vi.advanceTimersByTime(1000)
  expect(told).toEqual(['BANK_USER projects'])
})
