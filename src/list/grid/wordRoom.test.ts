import { expect, test } from 'vitest'
import { roomForTitle, roomForWords } from './wordRoom.ts'

test('measures the longest word, with room for tags and wide characters', () => {
  expect(roomForWords(['Ativa', 'Aguardando aprovação'], false)).toBe(roomForWords(['Aguardando aprovação'], false))
  expect(roomForWords(['Ativa'], true)).toBeGreaterThan(roomForWords(['Ativa'], false))
  expect(roomForWords(['监管'], false)).toBeGreaterThan(roomForWords(['ab'], false))
})

test('gives a title the room of its longest word', () => {
  // The word and the arrow next to it.
  expect(roomForTitle('Two-factor authentication')).toBe(roomForWords(['authentication'], false) + 14)
})
