import { commonPasswordsOf, type OwnTexts } from '#contract/values/commonPasswords.ts'

export type IsCommonPassword = (password: string, own: OwnTexts) => Promise<boolean>

/** Creates a check against 49,000 leaked passwords. The list is loaded when the first password is chosen, not at the start. */
export function createIsCommonPassword(): IsCommonPassword {
  let loading: Promise<ReturnType<typeof commonPasswordsOf>> | undefined
  return async (password, own) => {
    const isCommon = await (loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) =>
      commonPasswordsOf(dictionary['passwords-common']),
    ))
    return isCommon(password, own)
  }
}
