// @vitest-environment node
import { expect, test } from 'vitest'
import { copyFaults } from './copyFaults.ts'
import { languageCodes } from './languages.ts'

const files = import.meta.glob<Record<string, string>>('../../locales/*.json', { import: 'default', eager: true })

test.each(languageCodes)('follows the copy guide in every text of %s', (language) => {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`${language}.json`))
  expect(own).toHaveLength(7)
  expect(own.flatMap(([, words]) => copyFaults(language, words))).toEqual([])
})

test.each([
  ['en-US', 'Nobody was told', ['a says told, better “notified” or “sent”', 'a says Nobody, better “no one”']],
  ['en-US', 'Choose a state, such as draft', ['a says state, better “status”']],
  ['en-US', '{state, select, other {Open}}', []],
  ['en-US', 'Please enter a name', ['a says Please, better the request without “please”']],
  ['en-US', 'The file cannot be read', ['a says cannot, better a contraction, such as “isn’t” or “can’t”']],
  ['zh-CN', '由{by}保存', ['a says 由{by}, better “{by}”前后各留一个空格']],
  ['zh-CN', '由 {by} 保存', []],
  ['zh-CN', '还没有动物！', ['！', '还没有', '动物']],
  ['zh-TW', '請提交，無需身份', ['身份', '提交', '無需']],
  ['pt-BR', 'Tente de novo', ['a says de novo, better “novamente”']],
] as const)('%s: prints the better word for “%s”', (language, text, faults) => {
  const found = copyFaults(language, { a: text })
  expect(found).toHaveLength(faults.length)
  for (const [index, fault] of faults.entries()) expect(found[index]).toContain(fault)
})

test('leaves the texts of the specification alone', () => {
  expect(copyFaults('en-US', { 'result.forbidden': 'Sorry, you are not authorized to access this page.' })).toEqual([])
  expect(copyFaults('en-US', { 'result.other': 'Sorry' })).toHaveLength(1)
})
