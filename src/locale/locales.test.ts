// @vitest-environment node
import { expect, test } from 'vitest'
import { errorCodes } from '#contract/calls/envelope.ts'
import { deliveryReasons } from '#contract/duty/alertDeliveries.ts'
import { families } from './families.ts'
import { directionOf, languageCodes, languageFor } from './languages.ts'
import { wordFaults } from './wordFaults.ts'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!./families.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const notify = import.meta.glob<string>(['../../server/notify/*.ts', '!../../server/notify/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const reports = {
  evidence: import.meta.glob<string>(['../../server/exports/evidence/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  daily: import.meta.glob<string>(['../../server/exports/daily-report/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  pdf: import.meta.glob<string>(['../../server/exports/pdf/*.ts'], { query: '?raw', import: 'default', eager: true }),
}
const site = import.meta.glob<string>(['../../server/site/**/*.ts', '!../../server/site/**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = import.meta.glob<Record<string, string>>('../../locales/*.json', { import: 'default', eager: true })
const texts = import.meta.glob<string>('../../locales/*.json', { query: '?raw', import: 'default', eager: true })

/** A set of words: the files of all languages that are called `prefix` and the language, the default's first. */
function wordsOf(prefix: string): Record<string, Record<string, string>> {
  return Object.fromEntries(
    languageCodes.map((code) => [`${prefix}${code}.json`, files[`../../locales/${prefix}${code}.json`] ?? {}]),
  )
}
const textOf = (code: Record<string, string>) => Object.values(code).join('\n')

test('checks the console’s texts: complete, used and with equal values', () => {
  expect(wordFaults({ files: wordsOf(''), code: textOf(sources), families })).toEqual([])
})

test('checks the server’s messages, one for each error code', () => {
  expect(
    wordFaults({ files: wordsOf('errors.'), code: errorCodes.map((code) => `'${code}'`).join(), families: {} }),
  ).toEqual([])
})

test('checks the texts of mails and SMS', () => {
  const words = wordsOf('notify.')
  const code = textOf(notify)
  // A mail's subject and text are named by its kind: `${kind}.subject`.
  const written = Object.keys(words['notify.zh-CN.json'] ?? {}).filter((id) => {
    const [kind = '', part = ''] = id.split('.')
    return new RegExp(String.raw`\b${kind}\b`).test(code) && code.includes(`\${kind}.${part}\``)
  })
  expect(Object.keys(words['notify.zh-CN.json'] ?? {})).not.toEqual([])
  expect(wordFaults({ files: words, code: `${code}\n${written.map((id) => `'${id}'`).join()}`, families: {} })).toEqual(
    [],
  )
})

test('defines each text once per file', () => {
  const isDoubled = ([path, text]: [string, string]) =>
    text.match(/^ {2}"/gm)?.length !== Object.keys(files[path] ?? {}).length
  expect(
    Object.entries(texts)
      .filter(isDoubled)
      .map(([path]) => path),
  ).toEqual([])
})

test('checks the texts of evidence packs and daily reports', () => {
  expect(
    wordFaults({
      files: wordsOf('evidence.'),
      code: textOf(reports.evidence),
      families: { 'kind.': ['EVENT', 'DELIVERY', 'DRAFT', 'TICKET'], 'why.': deliveryReasons },
    }),
  ).toEqual([])
  expect(wordFaults({ files: wordsOf('daily.'), code: textOf(reports.daily), families: {} })).toEqual([])
  expect(
    wordFaults({
      files: wordsOf('report.'),
      code: Object.values(reports).map(textOf).join('\n'),
      families: { 'seal.': ['SEALED', 'WAITING', 'OPEN'] },
    }),
  ).toEqual([])
})

test('checks the texts of the public site', () => {
  expect(wordFaults({ files: wordsOf('site.'), code: textOf(site), families: {} })).toEqual([])
})

test('has no other file among the locales', () => {
  const expectedNames = ['', 'daily.', 'errors.', 'evidence.', 'notify.', 'report.', 'site.'].flatMap((prefix) =>
    Object.keys(wordsOf(prefix)),
  )
  expect(
    Object.keys(files)
      .map((path) => path.replace('../../locales/', ''))
      .filter((name) => !expectedNames.includes(name)),
  ).toEqual([])
})

test('uses the nearest language for a locale without texts', () => {
  expect(languageFor('pt')).toBe('pt-BR')
  expect(languageFor('zh')).toBe('zh-CN')
  expect(languageFor(null)).toBe('zh-CN')
  expect(languageFor('ar-EG')).toBe('en-US')
  expect(directionOf('ar-EG')).toBe('rtl')
  expect(directionOf('zh-TW')).toBe('ltr')
})
