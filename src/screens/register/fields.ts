import type { FormRule } from 'antd'
import type { IntlShape } from 'react-intl'
import { registrationInputSchema } from '#contract/people/auth.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { FieldErrors } from '#contract/calls/envelope.ts'
import { repeats, rulesOf } from '../../shell/auth/formRules.ts'
import type { MessageId } from '../../locale/languages.ts'

export type Registration = Input<typeof endpoints.auth.register>
/** Values of the form: the registration and the repeated password. */
export type Fields = Registration & { repeated: string }
export type FieldName = keyof Fields

/** Messages for an empty field, an invalid value, and a value that cannot be used. */
const words = {
  organizationRole: { required: 'register.kindRequired', wrong: 'register.kindRequired' },
  organizationName: { required: 'register.nameRequired', wrong: 'register.nameWrong' },
  creditCode: {
    required: 'register.creditCodeRequired',
    wrong: 'register.creditCodeWrong',
    unusable: 'register.creditCodeUnusable',
  },
  contact: { required: 'register.contactRequired', wrong: 'register.contactWrong' },
  address: { required: 'register.addressRequired', wrong: 'register.addressWrong' },
  licenceImageId: { required: 'register.licenceRequired', wrong: 'register.licenceWrong' },
  userName: {
    required: 'login.userNameRequired',
    wrong: 'register.userNameWrong',
    unusable: 'register.userNameUnusable',
  },
  password: { required: 'login.passwordRequired', wrong: 'auth.passwordWeak' },
  email: { required: 'auth.emailRequired', wrong: 'auth.emailWrong', unusable: 'register.emailUnusable' },
  telephone: {
    required: 'auth.telephoneRequired',
    wrong: 'auth.telephoneWrong',
    unusable: 'register.telephoneUnusable',
  },
  captcha: { required: 'auth.captchaRequired', wrong: 'auth.captchaWrong' },
} as const satisfies Record<keyof Registration, { required: MessageId; wrong: MessageId; unusable?: MessageId }>

type Registrable = keyof typeof words
const isField = (name: string): name is Registrable => name in words

/** Returns the rules of a field from the contract's schema, with translated messages. */
export function rules(intl: IntlShape, name: Registrable): FormRule[] {
  const { required, wrong } = words[name]
  return rulesOf(
    registrationInputSchema.shape[name],
    intl.formatMessage({ id: required }),
    intl.formatMessage({ id: wrong }),
  )
}

/** Returns the rules of the code; before a code was sent the message says to request one. */
export function captchaRules(intl: IntlShape, requiredId: MessageId): FormRule[] {
  return rulesOf(
    registrationInputSchema.shape.captcha,
    intl.formatMessage({ id: requiredId }),
    intl.formatMessage({ id: words.captcha.wrong }),
  )
}

export function repeatRules(intl: IntlShape): FormRule[] {
  return repeats(
    'password',
    intl.formatMessage({ id: 'auth.repeatRequired' }),
    intl.formatMessage({ id: 'auth.repeatWrong' }),
  )
}

/** Maps the server's errors to their fields; drops errors of other fields. */
export function errorsOf(intl: IntlShape, errors: FieldErrors): { name: FieldName; errors: string[] }[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!isField(name)) return []
    const of: { required: MessageId; wrong: MessageId; unusable?: MessageId } = words[name]
    const id =
      error === 'common'
        ? 'auth.passwordCommon'
        : error === 'required'
          ? of.required
          : error === 'unusable'
            ? (of.unusable ?? of.wrong)
            : of.wrong
    return [{ name, errors: [intl.formatMessage({ id })] }]
  })
}
