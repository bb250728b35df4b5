import { expect, test } from 'vitest'
import { containsKeySecret, createKeySecret, hashKeySecret, isKeySecret } from './keySecrets.ts'

const secret = createKeySecret()

test('makes secrets with a prefix and a checksum', () => {
  expect(secret).toMatch(/^drover_[0-9A-Za-z]{46}$/)
  expect(isKeySecret(secret)).toBe(true)
  expect(createKeySecret()).not.toBe(secret)
  expect(hashKeySecret(secret)).toHaveLength(32)
})

test('rejects a secret with one wrong character, a part of it, and other tokens', () => {
  const changed = Array.from(secret).map((character, place) =>
    place < 7
      ? `x${secret.slice(1)}`
      : secret.slice(0, place) + (character === 'a' ? 'b' : 'a') + secret.slice(place + 1),
  )
  expect(changed.filter(isKeySecret)).toEqual([])
  expect([secret.slice(0, -1), `${secret}0`, '', 'drover_', `${secret}\n`].filter(isKeySecret)).toEqual([])
})

test('finds a secret in an address', () => {
  expect([`/a?key=${secret}`, `/${secret}/a`].map(containsKeySecret)).toEqual([true, true])
  expect(['/a?key=drover_', '/drover_console/x'].map(containsKeySecret)).toEqual([false, false])
})
