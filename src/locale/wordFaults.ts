import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** A set of messages in all its languages, with the code that uses them. */
export interface Words {
  /** Messages by file; the first file is the reference. */
  files: Readonly<Record<string, Readonly<Record<string, string>>>>
  code: string
  /** Prefixes of ids that the code completes with a value, `role.${role}`, and the values. */
  families: Readonly<Record<string, readonly (string | number)[]>>
}

/** Collects the names of a message's values and tags. */
function namesIn(elements: readonly MessageFormatElement[], names: Set<string>): Set<string> {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break
      case TYPE.select:
      case TYPE.plural:
        names.add(element.value)
        for (const { value } of Object.values(element.options)) namesIn(value, names)
        break
      case TYPE.tag:
        names.add(`<${element.value}>`)
        namesIn(element.children, names)
        break
      default:
        names.add(element.value)
    }
  }
  return names
}

/** Returns a message's arguments as text; undefined if it does not parse. */
function placesOf(text: string): string | undefined {
  try {
    return [...namesIn(parse(text), new Set())].toSorted().join(', ')
  } catch {
    return undefined
  }
}

/**
 * Returns all faults in a set of messages, one sentence each: missing or extra ids, ids that the code does not use,
 * messages that are empty or do not parse, and messages with other values than the reference.
 * (An id that the code uses but no file has does not compile.)
 */
export function wordFaults({ files, code, families }: Words): string[] {
  const [[reference, words] = ['', {}], ...others] = Object.entries(files)
  const faults: string[] = []
  for (const [file, own] of others) {
    for (const id of Object.keys(words)) if (!(id in own)) faults.push(`${file} lacks ${id}`)
    for (const id of Object.keys(own)) if (!(id in words)) faults.push(`${file} has ${id}, which ${reference} lacks`)
  }
  for (const [file, own] of Object.entries(files)) {
    for (const [id, text] of Object.entries(own)) {
      const places = placesOf(text)
      const first = words[id]
      if (text.trim() === '') faults.push(`${file}: ${id} is empty`)
      else if (places === undefined) faults.push(`${file}: ${id} is no message: ${text}`)
      else if (first !== undefined && places !== (placesOf(first) ?? places)) {
        faults.push(`${file}: ${id} takes {${places}}, in ${reference} {${placesOf(first)}}`)
      }
    }
  }
  return [...faults, ...unusedIn(Object.keys(words), reference, code, families)]
}

function unusedIn(ids: readonly string[], file: string, code: string, families: Words['families']): string[] {
  const literals = new Set([...code.matchAll(/['"`]([A-Za-z]\w*(?:\.\w+)*)['"`]/g)].map(([, id]) => id))
  const prefixes = new Set([...code.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map(([, prefix]) => prefix ?? ''))
  const members = new Set(
    Object.entries(families).flatMap(([family, values]) =>
      prefixes.has(family) ? values.map((value) => `${family}${value}`) : [],
    ),
  )
  const idle = Object.keys(families).filter((family) => !prefixes.has(family))
  return [
    ...ids
      .filter((id) => !literals.has(id) && !members.has(id))
      .map((id) => {
        const undeclared = [...prefixes].find((prefix) => id.startsWith(prefix) && !(prefix in families))
        return undeclared === undefined
          ? `${file}: ${id} is used nowhere`
          : `${file}: ${id} is used by no literal, and \`${undeclared}\` is no family: declare it in src/locale/families.ts`
      }),
    ...idle.map((family) => `the family ${family} of src/locale/families.ts is used nowhere`),
  ]
}
