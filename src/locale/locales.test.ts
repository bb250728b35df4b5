import { expect, test } from 'vitest'
import { directionOf, languageCodes, languageFor, languages } from './languages.ts'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], { query: '?raw', import: 'default', eager: true })
const code = Object.values(sources).join('\n')
const literals = new Set([...code.matchAll(/['"]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_]+)*)['"]/g)].map(([, id]) => id))
const prefixes = [...code.matchAll(/`([a-z][A-Za-z0-9.]*\.)\$\{/g)].map(([, prefix]) => prefix ?? '')

const files = new Map(
  await Promise.all(languageCodes.map(async (language) => [language, (await languages[language].load()).default] as const)),
)
const ids = Object.keys(files.get('zh-CN') ?? {})

test.each(languageCodes)('%s has every message, and none besides', (language) => {
  expect(Object.keys(files.get(language) ?? {})).toEqual(ids)
})

test.each(languageCodes)('%s takes the same values in each message', (language) => {
  const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name ?? ''))].toSorted((a, b) => a.localeCompare(b))
  const different = Object.entries(files.get(language) ?? {}).filter(
    ([id, text]) => names(text).join() !== names(Object.entries(files.get('zh-CN') ?? {}).find(([key]) => key === id)?.[1] ?? '').join(),
  )
  expect(different).toEqual([])
})

test('every message is used', () => {
  expect(ids.filter((id) => !literals.has(id) && !prefixes.some((prefix) => id.startsWith(prefix)))).toEqual([])
})

test('a locale without words of its own gets the nearest, and its own direction', () => {
  expect(languageFor('pt')).toBe('pt-BR')
  expect(languageFor('zh')).toBe('zh-CN')
  expect(languageFor(null)).toBe('zh-CN')
  expect(languageFor('ar-EG')).toBe('en-US')
  expect(directionOf('ar-EG')).toBe('rtl')
  expect(directionOf('zh-TW')).toBe('ltr')
})
