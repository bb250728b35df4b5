import { useEffect, useState } from 'react'
import { commonPasswordsOf, type OwnTexts } from '#contract/values/commonPasswords.ts'
import { strengthOf, type PasswordStrength } from '#contract/values/passwords.ts'

let loading: Promise<ReturnType<typeof commonPasswordsOf>> | undefined

/** Loads the server's list of common passwords when a password is first typed. If that fails, only the server detects common ones. */
function loadCommonPasswords() {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => commonPasswordsOf(dictionary['passwords-common']),
    () => () => false,
  )
  return loading
}

/** Rates a password while it is typed; null when it is too long, or acceptable before the list of common passwords has loaded. */
export function usePasswordStrength(password: string, own: OwnTexts): PasswordStrength | null {
  const [isCommon, setCommon] = useState<ReturnType<typeof commonPasswordsOf> | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    let isHere = true
    if (isTyped) void loadCommonPasswords().then((judge) => isHere && setCommon(() => judge))
    return () => {
      isHere = false
    }
  }, [isTyped])
  const strength = strengthOf(password, isCommon?.(password, own) ?? false)
  return isCommon === null && (strength === 'medium' || strength === 'strong') ? null : strength
}
