import type { FormRule } from 'antd'
import type { IntlShape } from 'react-intl'
import { registrationInputSchema } from '#contract/people/auth.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { FieldErrors } from '#contract/calls/envelope.ts'
import { repeats, rulesOf } from '../../shell/auth/formRules.ts'
import type { MessageId } from '../../locale/languages.ts'

export type Registration = Input<typeof endpoints.auth.register>
/** The values of the form: the registration, and the password once more. */
export type Fields = Registration & { repeated: string }
export type FieldName = keyof Fields

/** Words for a field that is empty, one that breaks its rule, and one that somebody else has already. */
const words = {
  organizationRole: { required: 'register.kindRequired', wrong: 'register.kindRequired' },
  organizationName: { required: 'register.nameRequired', wrong: 'register.nameWrong', taken: 'register.nameTaken' },
  creditCode: { required: 'register.creditCodeRequired', wrong: 'register.creditCodeWrong', taken: 'register.creditCodeTaken' },
  contact: { required: 'register.contactRequired', wrong: 'register.contactWrong' },
  address: { required: 'register.addressRequired', wrong: 'register.addressWrong' },
  licenceImageId: { required: 'register.licenceRequired', wrong: 'register.licenceWrong' },
  userName: { required: 'login.userNameRequired', wrong: 'register.userNameWrong', taken: 'register.userNameTaken' },
  password: { required: 'login.passwordRequired', wrong: 'auth.passwordWeak' },
  email: { required: 'auth.emailRequired', wrong: 'auth.emailWrong', taken: 'register.emailTaken' },
  telephone: { required: 'auth.telephoneRequired', wrong: 'auth.telephoneWrong', taken: 'register.telephoneTaken' },
  captcha: { required: 'auth.captchaRequired', wrong: 'auth.captchaWrong' },
} as const satisfies Record<keyof Registration, { required: MessageId; wrong: MessageId; taken?: MessageId }>

type Registrable = keyof typeof words
const isField = (name: string): name is Registrable => name in words

/** A field's rules: those of the contract's own schema, in this language. */
export function rules(intl: IntlShape, name: Registrable): FormRule[] {
  const { required, wrong } = words[name]
  return rulesOf(registrationInputSchema.shape[name], intl.formatMessage({ id: required }), intl.formatMessage({ id: wrong }))
}

/** The code's rules, which say what to do first while no code was sent. */
export function captchaRules(intl: IntlShape, requiredId: MessageId): FormRule[] {
  return rulesOf(registrationInputSchema.shape.captcha, intl.formatMessage({ id: requiredId }), intl.formatMessage({ id: words.captcha.wrong }))
}

export function repeatRules(intl: IntlShape): FormRule[] {
  return repeats('password', intl.formatMessage({ id: 'auth.repeatRequired' }), intl.formatMessage({ id: 'auth.repeatWrong' }))
}

/** The server's errors, on their fields; those of fields that the form does not have are left out. */
export function errorsOf(intl: IntlShape, errors: FieldErrors): { name: FieldName; errors: string[] }[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!isField(name)) return []
    const of: { required: MessageId; wrong: MessageId; taken?: MessageId } = words[name]
    const id = error === 'common' ? 'auth.passwordCommon' : error === 'required' ? of.required : error === 'taken' ? (of.taken ?? of.wrong) : of.wrong
    return [{ name, errors: [intl.formatMessage({ id })] }]
  })
}
