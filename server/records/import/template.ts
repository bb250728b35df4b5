import type { Caller } from '../../auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import type { ColumnChoices } from '../../exports/xlsx.ts'
import type { Language } from '../../languages.ts'
import type { Imported } from './describe.ts'
import { titlesIn } from './titles.ts'
import { wordIn } from './words.ts'

/** Maximum names offered in a column. */
const maxChoices = 1000

interface Template {
  titles: string[]
  choices: ColumnChoices[]
  /** Titles and two example rows. They stand on a sheet of their own, so that nobody imports them. */
  examples: string[][]
}

/** Returns the content of an empty sheet: titles, what its columns offer to choose from, and examples. */
export async function templateOf(
  sql: Queries,
  imported: Imported,
  caller: Caller,
  language: Language,
): Promise<Template> {
  const titles = titlesIn(imported, language)
  const choices: ColumnChoices[] = []
  for (const [place, column] of [...imported.columns.values()].entries()) {
    if (column.kind === 'code')
      choices.push({ place, texts: column.codes.map((code) => wordIn(language, column.wordOf(code))) })
    if (column.kind !== 'name') continue
    const names = await sql<{ name: string }[]>`
      select distinct name from (${column.records(sql, caller, language)}) as named (id, name, within, zone) order by name limit ${maxChoices}`
    choices.push({ place, texts: names.map(({ name }) => name) })
  }
  const example = (field: string, place: number, row: 0 | 1) =>
    imported.examples[field]?.[row] ?? choices.find((one) => one.place === place)?.texts.at(row) ?? ''
  const fields = [...imported.columns.keys()]
  const rows = ([0, 1] as const).map((row) => fields.map((field, place) => example(field, place, row)))
  return { titles, choices, examples: [titles, ...rows] }
}
