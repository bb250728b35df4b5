import { expect, test } from 'vitest'
import { createPinyinFinder } from './pinyin.ts'

const find = createPinyinFinder()
const matched = (name: string, text: string) => {
  const span = find(name, text)
  return span && Array.from(name).slice(span.from, span.to).join('')
}

test.each([
  ['锡盟活畜监管公司', 'ximeng', '锡盟'],
  ['锡盟活畜监管公司', 'xm', '锡盟'],
  ['锡盟活畜监管公司', 'XiM', '锡盟'],
  ['锡盟活畜监管公司', "jian'guan", '监管'],
  ['锡盟活畜监管公司', 'jggs', '监管公司'],
  ['锡林浩特草原银行', 'caoyuan y', '草原银'],
  ['苏日娜', 'surina', '苏日娜'],
  ['內蒙古監管機構', 'neimenggu', '內蒙古'],
  ['绿洲 2 号牧场', 'lvzhou', '绿洲'],
  ['绿洲 2 号牧场', 'lüz', '绿洲'],
  ['女儿河略阳卵石', 'lueyang', null],
  ['女儿河略阳卵石', 'lveyang', '略阳'],
  ['女儿河略阳卵石', 'nver', '女儿'],
  ['女儿河略阳卵石', 'luans', '卵石'],
  ['敖包 Ranch', 'aobao', '敖包'],
  ['敖包 Ranch', 'ranch', null],
  ['锡盟活畜监管公司', 'mx', null],
  ['锡盟活畜监管公司', 'x', null],
  ['锡盟活畜监管公司', '监管', null],
])('%s by %s: %s', (name, text, expected) => {
  expect(matched(name, text)).toBe(expected)
})
