import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { figures, sayNumber } from './figures.ts'
import { sayIn } from './words.ts'

test('writes large numbers in the everyday words of each language', () => {
  expect(languages.map((language) => sayNumber(language, figures.heads.value))).toEqual([
    '10 万',
    '10 萬',
    '100,000',
    '100 mil',
  ])
  expect(languages.map((language) => sayNumber(language, figures.lost.of))).toEqual([
    '1100 万',
    '1100 萬',
    '11 million',
    '11 milhões',
  ])
})

test('keeps numbers out of the translated sentences', () => {
  // `npm run bench` compares the figures with its own; it would not see a number in a sentence.
  for (const language of languages) {
    const say = sayIn(language)
    for (const word of [
      'figure.rate',
      'figure.rateSaid',
      'figure.heads',
      'figure.headsSaid',
      'figure.lost',
      'figure.lostSaid',
    ] as const)
      expect(say(word)).not.toMatch(/\d/)
  }
})
