/** Start of the names of an exported workbook's sheets. By it an import knows that its texts are meant as they stand. */
export const exportedSheetName = 'Drover'

/** First characters of a formula; some spreadsheets accept the wide forms, too. */
const formulaStart = /^\s*[=+\-@＝＋－＠\t\r\n]/u
/** Only what numbers, telephones, dates, times, fractions, shares and prices consist of, with a digit among it. */
const numeric =
  /^[\s+\-(]*(?:R?[$€£¥￥])?[\s\d.,:/\-+()%年月日时時分秒°'’]*\d[\s\d.,:/\-+()%E年月日时時分秒]*(?:[AP]\.?M\.?)?$/iu
/** A month's name with digits, which becomes a day: `JAN1`, `6-Mar`, `3 fev 26`. */
const month =
  /^\d{0,4}[\s\-/.,]*(?:de\s+)?(?:jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sept?|set|oct|out|nov|dec|dez)[a-zç]*\.?[\s\-/.,]*\d{0,4}(?:[\s\-/.,]+\d{0,4})?$/iu
const truth = /^(?:true|false|verdadeiro|falso|真|假)$/i
/** What the reader of ids folds or drops; wide punctuation is common in texts that are no ids. */
const folded = /[\u00A0\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF０-９Ａ-Ｚａ-ｚ]|^['’‘´`ʹ"“”]/u
/** A telephone number, which a spreadsheet would convert to a number. */
const telephone = /^\+\d+$/

/**
 * Whether a spreadsheet or an import would change a text of a CSV file: digits lose zeros or become exponents, others become days,
 * times, fractions or truth values.
 */
export function wouldChange(text: string): boolean {
  const narrow = text.normalize('NFKC')
  return numeric.test(narrow) || truth.test(narrow) || isMonthAndNumber(narrow) || folded.test(text)
}

/** Whether a text names a month and a number. As a text cell of a workbook it was typed so, else it would be a day. */
export const isMonthAndNumber = (text: string): boolean => /\d/.test(text) && month.test(text)

/** Escapes a text of a CSV field for spreadsheets: a tab keeps it a text as it is, an apostrophe keeps it from running as a formula. */
export function defuse(text: string): string {
  if (telephone.test(text)) return `\t${text}`
  if (formulaStart.test(text)) return `'${text}`
  return wouldChange(text) ? `\t${text}` : text
}

/**
 * Returns the text behind `defuse`, or behind `="…"`; null when the field is not escaped.
 * `isLiteral`: the text stands there as it is meant, so that nothing of it is what a spreadsheet made.
 */
export function undefuse(field: string): { text: string; isLiteral: boolean } | null {
  if (field.startsWith('\t')) return { text: field.slice(1).trim(), isLiteral: true }
  const [, formula] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(field) ?? []
  if (formula !== undefined) return { text: formula.replaceAll('""', '"').trim(), isLiteral: true }
  return /^\s*'(?=[=+\-@＝＋－＠\s])/u.test(field) ? { text: field.trim().slice(1).trim(), isLiteral: false } : null
}
