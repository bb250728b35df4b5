import { announcedType } from './values.ts'

/** A quoted name of a table or column. A dot separates a table and its column: `r.name`. */
export class Identifier {
  readonly text: string

  constructor(name: string) {
    this.text = `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
  }
}

/** A text with values between its parts, like a template's. */
export interface TextWithValues {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** Values of a text with its own `$1`. */
  readonly numbered?: readonly unknown[] | undefined
}

/** A statement as it is sent, with `$1` for each value. */
export interface BuiltStatement {
  text: string
  parameters: unknown[]
  /** Object identifiers of the announced types; 0 where the database decides. */
  types: number[]
}

/**
 * Builds the statement of a text with values. A value that is a query, or a list of queries, is embedded.
 * @throws TypeError for an undefined value
 */
export function buildStatement(
  whole: TextWithValues,
  isText: (value: unknown) => value is TextWithValues,
): BuiltStatement {
  const built: BuiltStatement = { text: '', parameters: [], types: [] }
  const addValue = (value: unknown): void => {
    if (isText(value)) addText(value)
    else if (value instanceof Identifier) built.text += value.text
    else if (Array.isArray(value) && value.length > 0 && value.every(isText)) {
      for (const part of value) {
        built.text += ' '
        addText(part)
      }
    } else {
      if (value === undefined)
        throw new TypeError(`a value of a query is undefined: ${whole.strings.join('?').trim().slice(0, 200)}`)
      built.parameters.push(value)
      built.text += `$${built.types.push(announcedType(value))}`
    }
  }
  const addText = ({ strings, values }: TextWithValues): void => {
    strings.forEach((string, place) => {
      built.text += string
      if (place < values.length) addValue(values[place])
    })
  }
  addText(whole)
  for (const value of whole.numbered ?? []) {
    built.parameters.push(value)
    built.types.push(announcedType(value))
  }
  return built
}
