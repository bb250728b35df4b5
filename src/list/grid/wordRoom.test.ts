import { expect, test } from 'vitest'
import { roomForTitle, roomForWords } from './wordRoom.ts'

test('the longest word decides, a tag takes more, and a character is wider than a letter', () => {
  expect(roomForWords(['Ativa', 'Aguardando aprovação'], false)).toBe(roomForWords(['Aguardando aprovação'], false))
  expect(roomForWords(['Ativa'], true)).toBeGreaterThan(roomForWords(['Ativa'], false))
  expect(roomForWords(['监管'], false)).toBeGreaterThan(roomForWords(['ab'], false))
})

test('a title of several words takes the room of its longest', () => {
  // The word and the arrow beside it.
  expect(roomForTitle('Two-factor authentication')).toBe(roomForWords(['authentication'], false) + 14)
})
