const length = 6

/** The digits of a code as it is typed or pasted, with spaces and words around them. */
export function captchaDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, length)
}
