const length = 6

/** Returns the digits of a code from typed or pasted text. */
export function captchaDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, length)
}
