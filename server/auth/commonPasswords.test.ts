import { expect, test } from 'vitest'
import { passwordSchema } from '#contract/values/passwords.ts'
import { createIsCommonPassword } from './commonPasswords.ts'

const isCommonPassword = createIsCommonPassword()

test.each([
  'Password1',
  'P@ssw0rd1',
  'Passw0rd',
  'Qwerty123',
  '1qaz2WSX',
  'Aa123456',
  'Abc12345',
  'Qq123456789',
  'Woaini1314',
  'Admin2026',
  'Welcome1!',
  'Dragon2026!!',
  '2026Summer',
  'Iloveyou1',
  'Senha2026',
  'Drover123',
])('refuses %s as common although it meets the rule', async (password) => {
  expect(passwordSchema.safeParse(password).success).toBe(true)
  expect(await isCommonPassword(password, ['somebody'])).toBe(true)
})

test.each(['Herd2026x', 'Larkspur77x', 'korova-Zima-41', 'Tuesday Cheese 9', '草原Horse草原9a', 'xK9#mQ2$vL7'])(
  'accepts %s',
  async (password) => {
    expect(passwordSchema.safeParse(password).success).toBe(true)
    expect(await isCommonPassword(password, ['somebody'])).toBe(false)
  },
)

test.each(['correct horse battery', '牛在山坡上吃草我在河边看书写字', 'x'.repeat(3) + ' seven brown yaks '.repeat(6)])(
  'accepts the passphrase %s',
  async (password) => {
    expect(passwordSchema.safeParse(password).success).toBe(true)
    expect(await isCommonPassword(password, ['somebody'])).toBe(false)
  },
)

test.each(['a'.repeat(20), 'abcabcabcabcabcab', '12345678123456781234', 'passwordpassword'])(
  'refuses the repetition %s',
  async (password) => expect(await isCommonPassword(password, [])).toBe(true),
)

test.each(['too short 14 c', 'x y'.repeat(43), 'nothing16'])('rejects %s by the rule', (password) => {
  expect(passwordSchema.safeParse(password).success).toBe(false)
})

test.each([
  ['Erdenbat2026', 'erdenbat', true],
  ['xxTUYA2026', 'Tuya', true],
  ['Larkspur77x', 'la', false],
  ['Call 138 0013 8000 now', '+8613800138000', true],
  ['my tuya pasture 9 wolves', 'tuya@example.com', true],
  ['all at example wolves 9', 'tuya@example.com', false],
])('%s is common for the user %s: %s', async (password, userName, isCommon) => {
  expect(await isCommonPassword(password, [userName])).toBe(isCommon)
})
