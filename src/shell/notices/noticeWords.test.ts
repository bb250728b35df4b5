// @vitest-environment node
import { expect, test } from 'vitest'
import { createIntl } from 'react-intl'
import { languageCodes, languages } from '../../locale/languages.ts'
import { noticeWords } from './noticeWords.ts'

test.each(languageCodes)('%s: describes a removed role in a whole sentence', async (locale) => {
  const intl = createIntl({ locale, messages: (await languages[locale].load()).messages })
  const given = noticeWords(intl, { code: 'ROLE_CHANGED', params: { role: 'SUPERVISOR_PM', by: '' } })
  const taken = noticeWords(intl, { code: 'ROLE_CHANGED', params: { role: '', by: '' } })
  expect(given).toContain(intl.formatMessage({ id: 'role.SUPERVISOR_PM' }))
  expect(taken).not.toMatch(/none|为$|為$|is now\s*$|é\s*$/)
  expect(given).not.toContain(taken)
})

test.each(languageCodes)('%s: names ear tags of lost collateral, if the notice has them', async (locale) => {
  const intl = createIntl({ locale, messages: (await languages[locale].load()).messages })
  const params = { project: 'P', by: 'pm', status: 'STOLEN' }
  const two = noticeWords(intl, { code: 'COLLATERAL_STATUS', params: { ...params, count: '2', tags: 'E-17\nE-18' } })
  const many = noticeWords(intl, { code: 'COLLATERAL_STATUS', params: { ...params, count: '12', tags: 'E-17\nE-18' } })
  const old = noticeWords(intl, { code: 'COLLATERAL_STATUS', params: { ...params, count: '2' } })
  expect(two).toMatch(/E-17.+E-18/)
  expect(two).not.toContain('…')
  expect(many).toContain('…')
  expect(old).toMatch(new RegExp(`${intl.formatMessage({ id: 'animalStatus.STOLEN' })}$`))
})

test.each(languageCodes)('%s: names additions to collateral and removed neckbands', async (locale) => {
  const intl = createIntl({ locale, messages: (await languages[locale].load()).messages })
  const params = { project: 'P', by: 'pm', tags: 'E-17' }
  const added = noticeWords(intl, { code: 'COLLATERAL_ADDED', params: { ...params, count: '20', name: 'South' } })
  const bare = noticeWords(intl, {
    code: 'COLLATERAL_NECKBAND',
    params: { ...params, count: '1', neckband: 'AC233F00BEEF' },
  })
  for (const part of ['P', 'pm', '20', 'South', 'E-17', '…']) expect(added).toContain(part)
  for (const part of ['P', 'pm', 'AC233F00BEEF', 'E-17']) expect(bare).toContain(part)
  expect(bare).not.toContain('…')
  const several = noticeWords(intl, {
    code: 'COLLATERAL_NECKBAND',
    params: { ...params, count: '3', neckband: 'AC233F00BEE1\nAC233F00BEE2' },
  })
  for (const part of ['3', 'AC233F00BEE1', 'AC233F00BEE2', '…']) expect(several).toContain(part)
})
