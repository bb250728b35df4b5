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
const shortestOwnText = 3

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

/** Texts of an account that its password must not contain; unknown ones are null or absent. */
export type OwnTexts = readonly (string | null | undefined)[]

/** @param text of a mail address only the part before the @ counts, as the rest is shared */
function contains(lower: string, text: string): boolean {
  const part = text.trim().toLowerCase().split('@', 1)[0] ?? ''
  // A number is written with or without its country's code: its last eight digits identify it.
  if (/^\+\d{8,}$/.test(part)) return lower.replaceAll(/[\s().-]/g, '').includes(part.slice(-8))
  return part.length >= shortestOwnText && lower.includes(part)
}

/** Whether a text repeats a part of at most eight characters: it is as easy to guess as the part. */
function isRepetition(text: string): boolean {
  const [, part, end] = /^(.{1,8}?)\1+(.{0,7})$/su.exec(text) ?? []
  return part !== undefined && part.startsWith(end ?? '')
}

/**
 * Creates a check for passwords that meet the rule but that attackers try first. It finds known passwords in any case or with usual substitutes
 * (`P@ssw0rd`), common words with digits or signs around them (`Dragon2026!`), repetitions (`abcabcabcabcabc`), and passwords that contain
 * a text of the account: its names, telephone number or mail address.
 * @param list leaked passwords, commonest first
 */
export function commonPasswordsOf(list: readonly string[]): (password: string, own: OwnTexts) => boolean {
  const all = new Set(list)
  const words = new Set(
    [...list.slice(0, commonestWords).map(lettersOf), ...ownWords].filter((word) => word.length > 1),
  )
  return (password, own) => {
    const lower = password.toLowerCase()
    if (own.some((text) => contains(lower, text ?? ''))) return true
    if (isRepetition(lower)) return true
    const bare = lettersOf(lower)
    return all.has(lower) || all.has(readAsLetters(lower)) || words.has(bare) || words.has(readAsLetters(bare))
  }
}
