import { expect, onTestFinished, test, vi } from 'vitest'
import type { Role } from '#contract/people/roles.ts'
import { ChangeNotifier } from './changeTeller.ts'
import type { LiveSocket, Viewer } from './viewer.ts'

/** A socket as far as the notifier knows one, recording what was emitted to it. */
function socketOf(role: Role, emitted: string[]): LiveSocket {
  const viewer: Partial<Viewer> = { role, organisationId: 1, farmIds: new Set([7]) }
  return {
    data: { viewer },
    emit: (_event: string, nouns: string[]) => emitted.push(`${role} ${nouns.join()}`),
  } as never
}

test('notifies roles that see the noun, or for settings their effects', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const emitted: string[] = []
  const sockets = (['ADMIN_PLATFORM', 'SUPERVISOR_PM', 'BANK_USER', 'SUPERVISOR_USER'] as const).map((role) =>
    socketOf(role, emitted),
  )
  const teller = new ChangeNotifier(() => sockets)
  teller.note({ noun: 'baseMap', ids: [1] })
  teller.note({ noun: 'securityEvents' })
  vi.advanceTimersByTime(1000)
  expect(emitted).toEqual(['ADMIN_PLATFORM baseMap,securityEvents', 'SUPERVISOR_PM baseMap', 'BANK_USER baseMap'])
})

test('notifies only the organisation of a record, not others on its farms', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const emitted: string[] = []
  const teller = new ChangeNotifier(() => [socketOf('BANK_USER', emitted)])
  teller.note({ noun: 'projects', ids: [1], organisationIds: [2], farmIds: [7] })
  vi.advanceTimersByTime(1000)
  expect(emitted).toEqual([])
  teller.note({ noun: 'projects', ids: [1], organisationIds: [1], farmIds: [7] })
  vi.advanceTimersByTime(1000)
  expect(emitted).toEqual(['BANK_USER projects'])
})
