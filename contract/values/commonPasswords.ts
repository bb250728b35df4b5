/** Number of commonest passwords that are also rejected with digits or signs around them. */
const commonestWords = 2000
/** Words common in our markets that the list lacks. */
const ownWords = [
  'aa',
  'aaa',
  'abc',
  'abcd',
  'asd',
  'qq',
  'qwe',
  'qweasd',
  'woaini',
  'wang',
  'zhang',
  'zxc',
  'admin',
  'drover',
  'demo',
  'cattle',
  'mima',
  'senha',
  'brasil',
]
const shortestName = 3

/** Strips everything before the first and after the last letter of a password. */
function lettersOf(password: string): string {
  return password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** Replaces common substitutes for letters by these letters. */
function readAsLetters(password: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  return password.replaceAll(/[0134571@$!]/g, (sign) => letters[sign] ?? sign)
}

/**
 * Creates a check for passwords that meet the rule but that attackers try first. It finds known passwords in any case or with usual substitutes
 * (`P@ssw0rd`), common words with digits or signs around them (`Dragon2026!`), and passwords that contain the user name.
 * @param list leaked passwords, commonest first
 */
export function commonPasswordsOf(list: readonly string[]): (password: string, userName: string) => boolean {
  const all = new Set(list)
  const words = new Set(
    [...list.slice(0, commonestWords).map(lettersOf), ...ownWords].filter((word) => word.length > 1),
  )
  return (password, userName) => {
    const lower = password.toLowerCase()
    const name = userName.trim().toLowerCase()
    if (name.length >= shortestName && lower.includes(name)) return true
    const bare = lettersOf(lower)
    return all.has(lower) || all.has(readAsLetters(lower)) || words.has(bare) || words.has(readAsLetters(bare))
  }
}
