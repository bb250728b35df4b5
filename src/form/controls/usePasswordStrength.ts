import { useEffect, useState } from 'react'
import { commonPasswordsOf } from '#contract/values/commonPasswords.ts'
import { strengthOf, type PasswordStrength } from '#contract/values/passwords.ts'

let loading: Promise<ReturnType<typeof commonPasswordsOf>> | undefined

/** The server's own list, fetched when the first password is typed. Without it nothing is called common here; the server says it. */
function loadCommonPasswords() {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => commonPasswordsOf(dictionary['passwords-common']),
    () => () => false,
  )
  return loading
}

/** How a password is rated while it is typed; null for one too long, and until the list of common ones is there. */
export function usePasswordStrength(password: string, userName: string): PasswordStrength | null {
  const [isCommon, setCommon] = useState<ReturnType<typeof commonPasswordsOf> | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    let isHere = true
    if (isTyped) void loadCommonPasswords().then((judge) => isHere && setCommon(() => judge))
    return () => {
      isHere = false
    }
  }, [isTyped])
  const strength = strengthOf(password, isCommon?.(password, userName) ?? false)
  return isCommon === null && (strength === 'medium' || strength === 'strong') ? null : strength
}
