import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { translate, words } from './texts.ts'

const placesOf = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).toSorted((a, b) => a.localeCompare(b))
const all = Object.entries(words['zh-CN'])

test.each(languages)('%s has every text with the same placeholders', (language) => {
  expect(Object.keys(words[language])).toEqual(all.map(([id]) => id))
  expect(Object.values(words[language]).map(placesOf)).toEqual(all.map(([, text]) => placesOf(text)))
  expect(Object.values(words[language]).filter((text) => text.trim() === '')).toEqual([])
})

test('keeps inserted names on one line without filling their placeholders', () => {
  const subject = translate('en-US', 'invitation.subject', {
    organisation: 'A\r\nBcc: all@example.com {link}',
    link: 'x',
  })
  expect(subject).toBe('A Bcc: all@example.com {link} invites you to Drover')
})
