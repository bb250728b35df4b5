import { expect, test } from 'vitest'
import { roles } from '#contract/people/roles.ts'
import { screens } from '../routes.tsx'
import { afterLogin, landingOf } from './landing.ts'
import { maySee } from './screen.ts'

const wall = '/dashboard/animal-monitor/monitor'

test.each(roles)('%s lands on a screen that it may see, or on the page that says there is none', (role) => {
  const landing = landingOf(screens, role)
  const screen = screens.find(({ path }) => path === landing)
  expect(landing === '/404' || (screen !== undefined && maySee(screen, role))).toBe(true)
})

test('those of the specification land on the wall, and so does a session without a role', () => {
  const onTheWall = roles.filter((role) => landingOf(screens, role) === wall)
  expect(onTheWall.toSorted()).toEqual(['ADMIN_BANK', 'ADMIN_BORROWER', 'ADMIN_SUPERVISOR', 'BANK_USER', 'OTHERS'])
  expect(landingOf(screens, null)).toBe(wall)
})

test('a login goes back to a page of ours, never to someone else’s', () => {
  expect(afterLogin(screens, `${wall}?a=1#b`, 'BANK_USER')).toBe(`${wall}?a=1#b`)
  for (const redirect of ['/dashboard/profiles/user?open=3', '/no/such/page', null, 'https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)', '/user/login', '/404']) {
    expect(afterLogin(screens, redirect, 'BANK_USER')).toBe(wall)
  }
})
