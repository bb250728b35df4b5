/** So many of the commonest passwords are words that stay common with figures or signs around them. */
const commonestWords = 2000
/** Words that people here choose and the list lacks. */
const ownWords = ['aa', 'aaa', 'abc', 'abcd', 'asd', 'qq', 'qwe', 'qweasd', 'woaini', 'wang', 'zhang', 'zxc', 'admin', 'drover', 'demo', 'cattle', 'mima', 'senha', 'brasil']
const shortestName = 3

/** A password without what stands before and after its letters. */
function lettersOf(password: string): string {
  return password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** A password with the usual substitutes for letters read as letters. */
function readAsLetters(password: string): string {
  const letters: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
  return password.replaceAll(/[0134571@$!]/g, (sign) => letters[sign] ?? sign)
}

/**
 * Whether a password that fits the rule is one that attackers try first: a known one in any case or with usual substitutes
 * (`P@ssw0rd`), one of the commonest words with figures or signs around it (`Dragon2026!`), or one with the user's name in it.
 * @param list leaked passwords, the commonest first
 */
export function commonPasswordsOf(list: readonly string[]): (password: string, userName: string) => boolean {
  const all = new Set(list)
  const words = new Set([...list.slice(0, commonestWords).map(lettersOf), ...ownWords].filter((word) => word.length > 1))
  return (password, userName) => {
    const lower = password.toLowerCase()
    const name = userName.trim().toLowerCase()
    if (name.length >= shortestName && lower.includes(name)) return true
    const bare = lettersOf(lower)
    return all.has(lower) || all.has(readAsLetters(lower)) || words.has(bare) || words.has(readAsLetters(bare))
  }
}
