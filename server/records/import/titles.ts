import { normaliseTitle, shownCell, type SheetCell } from '../../imports/sheetCell.ts'
import type { Language } from '../../languages.ts'
import type { Imported } from './describe.ts'
import type { TitleMap } from './titleMap.ts'
import { wordIn, wordsOf } from './words.ts'

/** The columns found in a sheet. */
export interface Layout {
  /** Position and title of each field's column. */
  fields: ReadonlyMap<string, { place: number; title: string }>
  /** Titles that match no field. */
  ignored: string[]
}
export type TitleFault = { failure: 'MISSING_COLUMNS' | 'COLUMN_TWICE'; titles: string[]; ignored: string[] }

/** Maps normalised titles to fields: the title in all languages, and the field's name. */
function titlesOf({ columns }: Imported): Map<string, string> {
  const fieldsByTitle = new Map<string, string>()
  for (const [field, { titleId, alsoIds = [] }] of columns) {
    const names = [field, field.replace(/(?:\.value|Id)$/, ''), ...[titleId, ...alsoIds].flatMap((id) => wordsOf(id))]
    for (const name of names)
      if (!fieldsByTitle.has(normaliseTitle(name))) fieldsByTitle.set(normaliseTitle(name), field)
  }
  return fieldsByTitle
}

export const knownTitles = (imported: Imported, mapped: TitleMap): string[] => [
  ...new Set([...titlesOf(imported).keys(), ...mapped.keys()]),
]

/** Returns the titles of an empty sheet. */
export const titlesIn = ({ columns }: Imported, language: Language): string[] =>
  [...columns.values()].map(({ titleId }) => wordIn(language, titleId))

/** Returns the positions of text columns: a spreadsheet must not convert their cells to numbers or dates. */
export const textPlaces = ({ columns }: Imported): number[] =>
  [...columns.values()].flatMap(({ kind }, place) =>
    kind === 'text' || kind === 'id' || kind === 'name' ? [place] : [],
  )

/** Finds the columns of a sheet by its titles. @param mapped titles that the person has mapped, which win */
export function parseTitles(
  imported: Imported,
  titles: readonly SheetCell[],
  language: Language,
  mapped: TitleMap,
): Layout | TitleFault {
  const fieldsByTitle = new Map<string, string | null>([...titlesOf(imported), ...mapped])
  const fields = new Map<string, { place: number; title: string }>()
  const ignored: string[] = []
  const twice: string[] = []
  for (const [place, cell] of titles.entries()) {
    if (cell === null) continue
    const title = shownCell(cell) ?? ''
    const field = fieldsByTitle.get(normaliseTitle(title))
    if (field === null) continue
    if (field === undefined) ignored.push(title)
    else if (fields.has(field)) twice.push(title)
    else fields.set(field, { place, title })
  }
  if (twice.length > 0) return { failure: 'COLUMN_TWICE', titles: twice, ignored }
  const missing = [...imported.required].filter((field) => !fields.has(field))
  if (missing.length > 0)
    return { failure: 'MISSING_COLUMNS', titles: missing.map((field) => titleOf(imported, field, language)), ignored }
  return { fields, ignored }
}

/** Returns the default title of a field's column, for sheets that lack it. */
export function titleOf({ columns }: Imported, field: string, language: Language): string {
  const column = columns.get(field)
  return column ? wordIn(language, column.titleId) : field
}
