import { expect, test } from 'vitest'
import { roles } from '#contract/people/roles.ts'
import { screens } from '../routes.tsx'
import { afterLogin, landingOf } from './landing.ts'
import { maySee } from './screen.ts'

const wall = '/dashboard/animal-monitor/monitor'

test.each(roles)('lands %s on a permitted screen or on 404', (role) => {
  const landing = landingOf(screens, role)
  const screen = screens.find(({ path }) => path === landing)
  expect(landing === '/404' || (screen !== undefined && maySee(screen, role))).toBe(true)
})

test('lands the specified roles and roleless sessions on the wall', () => {
  const onTheWall = roles.filter((role) => landingOf(screens, role) === wall)
  expect(onTheWall.toSorted()).toEqual(['ADMIN_BANK', 'ADMIN_BORROWER', 'ADMIN_SUPERVISOR', 'BANK_USER', 'OTHERS'])
  expect(landingOf(screens, null)).toBe(wall)
})

test('returns only to the product’s own pages after a login', () => {
  expect(afterLogin(screens, `${wall}?a=1#b`, 'BANK_USER')).toBe(`${wall}?a=1#b`)
  for (const redirect of [
    '/dashboard/profiles/user?open=3',
    '/no/such/page',
    null,
    'https://elsewhere.example/',
    '//elsewhere.example',
    'javascript:alert(1)',
    '/user/login',
    '/404',
  ]) {
    expect(afterLogin(screens, redirect, 'BANK_USER')).toBe(wall)
  }
})
