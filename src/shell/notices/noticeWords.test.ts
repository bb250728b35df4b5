// @vitest-environment node
import { expect, test } from 'vitest'
import { createIntl } from 'react-intl'
import { languageCodes, languages } from '../../locale/languages.ts'
import { noticeWords } from './noticeWords.ts'

test.each(languageCodes)('%s: a role that was taken away is a whole sentence', async (locale) => {
  const intl = createIntl({ locale, messages: (await languages[locale].load()).default })
  const given = noticeWords(intl, { code: 'ROLE_CHANGED', params: { role: 'SUPERVISOR_PM', by: '' } })
  const taken = noticeWords(intl, { code: 'ROLE_CHANGED', params: { role: '', by: '' } })
  expect(given).toContain(intl.formatMessage({ id: 'role.SUPERVISOR_PM' }))
  expect(taken).not.toMatch(/none|为$|為$|is now\s*$|é\s*$/)
  expect(given).not.toContain(taken)
})
