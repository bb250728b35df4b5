// @vitest-environment node
import { expect, test } from 'vitest'
import { createIntl } from 'react-intl'
import { z } from 'zod'
import { animalInputSchema } from '#contract/herd/animals.ts'
import { goalInputSchema } from '#contract/office/goals.ts'
import { organisationInputSchema } from '#contract/people/organisations.ts'
import { registrationInputSchema } from '#contract/people/auth.ts'
import { errorIds, errorSentence, hiddenErrorsMessage } from './errorWords.ts'
import { errorsAt, errorsOf } from './fieldErrors.ts'
import { languages } from '../../locale/languages.ts'
import { isRequired, normalize } from './normalize.ts'

const organisation = {
  role: 'BANK',
  name: '草原银行',
  creditCode: '91350100M000100Y43',
  contact: '王',
  telephone: '13800138000',
  email: 'a@b.cn',
  address: '锡林浩特',
  requiresTwoFactor: false,
}

test.each([
  ['nothing wrong', {}, {}],
  ['nothing there', { name: '', contact: null }, { name: { code: 'required' }, contact: { code: 'required' } }],
  ['spaces are nothing', { name: '   ' }, { name: { code: 'required' } }],
  ['too short', { name: '行' }, { name: { code: 'too_small.string', bound: 2 } }],
  ['too long', { name: 'x'.repeat(101) }, { name: { code: 'too_big.string', bound: 100 } }],
  ['no e-mail', { email: 'a@' }, { email: { code: 'email' } }],
  ['no telephone', { telephone: '12' }, { telephone: { code: 'telephone' } }],
  ['a wrong check digit', { creditCode: '91350100M000100Y44' }, { creditCode: { code: 'credit_code' } }],
  ['none of the choices', { role: null }, { role: { code: 'required' } }],
])('%s', (_name, change, errors) => {
  expect(errorsOf(organisationInputSchema, { ...organisation, ...change })).toEqual(errors)
})

test('gives passwords, user names and codes their own error codes', () => {
  const errors = errorsOf(registrationInputSchema, { password: 'abc', userName: 'a b c', captcha: '12' })
  expect(errors).toMatchObject({
    password: { code: 'weak' },
    userName: { code: 'user_name' },
    captcha: { code: 'captcha' },
  })
})

test('reports an end before its start while other fields are empty', () => {
  const errors = errorsOf(goalInputSchema, { title: '', startsOn: '2026-05-02', endsOn: '2026-05-01' })
  expect(errors).toMatchObject({ title: { code: 'required' }, endsOn: { code: 'before_start' } })
  expect(errorsOf(goalInputSchema, { inviteeIds: [1, 2, 3, 4, 5, 6] })).toMatchObject({
    inviteeIds: { code: 'too_big.array', bound: 5 },
  })
})

test('reports an error inside a value at its field', () => {
  const errors = errorsOf(animalInputSchema, {
    visualTag: '1',
    farmId: 1,
    electronicTag: { scheme: 'CN', value: '12' },
  })
  expect(Object.keys(errors)).toEqual(['electronicTag.value'])
  expect(Object.keys(errorsAt(errors, 'electronicTag'))).toEqual(['value'])
  expect(errorsAt({ 'lines.2.price': { code: 'x' }, linesTotal: { code: 'y' } }, 'lines')).toEqual({
    '2.price': { code: 'x' },
  })
})

const shape = z.object({
  must: z.string().min(1),
  mayBeEmpty: z.string().max(10),
  optional: z.string().min(1).optional(),
  nullable: z.string().min(1).nullable(),
  either: z.number().nullable().optional(),
  list: z.array(z.number()),
  full: z.array(z.number()).min(1),
  withDefault: z.enum(['a', 'b']).default('a'),
})

test('derives required fields from the schema', () => {
  expect(Object.keys(shape.shape).filter((name) => isRequired(shape, name))).toEqual(['must', 'full'])
})

test('nothing is settled as the schema takes it', () => {
  expect(
    normalize(shape, { must: null, optional: '', nullable: ' ', either: '', list: null, withDefault: null }),
  ).toEqual({
    must: '',
    mayBeEmpty: '',
    nullable: null,
    either: null,
    list: [],
    full: '',
  })
  expect(normalize(shape, {})).toEqual({ must: '', mayBeEmpty: '', nullable: null, list: [], full: '' })
})

const ofContract = Object.values(
  import.meta.glob<string>('../../../contract/**/*.ts', { query: '?raw', import: 'default', eager: true }),
).flatMap((code) =>
  [...code.matchAll(/(?:refine\((?:(?!message:|export|sort:)[^;])*?, |regex\([^;]*?, |message: )'([a-z_]+)'/g)].map(
    ([, name]) => name ?? '',
  ),
)
const ofServer = Object.values(
  import.meta.glob<string>(['../../../server/**/*.ts', '!../../../server/**/*.test.ts', '!../../../server/**/*.d.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).flatMap((code) =>
  [...code.matchAll(/new CallError\([^;]{0,160}?fields: \{\s*\w+: '([a-z_]+)'/g)].map(([, name]) => name ?? ''),
)

test('has a text for every error code', () => {
  expect(ofContract).toContain('before_start')
  expect(ofContract).toContain('weak')
  expect(ofServer).toContain('not_approved')
  expect(ofServer).toContain('not_activated')
  expect([...ofContract, ...ofServer].filter((name) => !(name in errorIds))).toEqual([])
})

test('describes errors of hidden fields without wire names', async () => {
  const intl = createIntl({ locale: 'zh-CN', messages: (await languages['zh-CN'].load()).messages })
  expect(hiddenErrorsMessage(intl, [{ code: 'not_approved' }, { code: 'unknown' }, { code: 'unknown' }])).toBe(
    '机构注册尚未通过审批，不能修改状态；此处未显示的字段不存在',
  )
  expect(errorSentence(intl, { code: 'not_activated' })).toBe('账号尚未激活，不能修改状态')
  expect(errorSentence(intl, { code: 'unknown' })).toBeNull()
  expect(errorSentence(intl, { code: 'something_new' })).toBeNull()
})
