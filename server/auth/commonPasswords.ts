import { CallError } from '../callError.ts'

/** The words among the commonest passwords that are common with anything hung onto them, too. */
const commonestWords = 2000
/** What people here choose, and the list does not know. */
const ownWords = ['aa', 'aaa', 'abc', 'abcd', 'asd', 'qq', 'qwe', 'qweasd', 'woaini', 'wang', 'zhang', 'zxc', 'admin', 'drover', 'demo', 'cattle', 'mima', 'senha', 'brasil']
const shortestName = 3

interface CommonPasswords {
  all: ReadonlySet<string>
  words: ReadonlySet<string>
}

let loading: Promise<CommonPasswords> | undefined

/** 49,000 passwords from leaks, the commonest first: read when the first one is chosen, not at the start. */
async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const list = dictionary['passwords-common']
  return { all: new Set(list), words: new Set([...list.slice(0, commonestWords).map(lettersOf), ...ownWords].filter((word) => word.length > 1)) }
}

/** A password without what is hung on before and after its letters. */
function lettersOf(password: string): string {
  return password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** A password with the usual stand-ins for letters read as letters. */
function readAsLetters(password: string): string {
  const letters: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
  return password.replaceAll(/[0134571@$!]/g, (sign) => letters[sign] ?? sign)
}

/**
 * Whether a password that fits the rule is one that is tried first: a known one in any case or with usual stand-ins
 * (`P@ssw0rd`), one of the commonest words with figures or signs around it (`Dragon2026!`), or one with the user's name in it.
 */
export async function isCommonPassword(password: string, userName: string): Promise<boolean> {
  const { all, words } = await (loading ??= load())
  const lower = password.toLowerCase()
  const name = userName.trim().toLowerCase()
  if (name.length >= shortestName && lower.includes(name)) return true
  const bare = lettersOf(lower)
  return all.has(lower) || all.has(readAsLetters(lower)) || words.has(bare) || words.has(readAsLetters(bare))
}

/** @throws CallError BAD_SHAPE that names the field, for a common password */
export async function requireUncommon(password: string, userName: string): Promise<void> {
  if (await isCommonPassword(password, userName)) throw new CallError('BAD_SHAPE', { fields: { password: 'common' } })
}
