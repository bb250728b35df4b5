import type { Sql } from '../db/connect.ts'
import type { SqlFile, SqlText } from './testSqlTexts.ts'

/** Names that exist in a database. */
export interface Names {
  tables: ReadonlyMap<string, ReadonlySet<string>>
  /** Keywords, functions and types, including reserved words. */
  words: ReadonlySet<string>
  reserved: ReadonlySet<string>
}

export async function readNames(sql: Sql): Promise<Names> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' or table_name in ('pg_class', 'pg_database', 'pg_roles', 'pg_trigger', 'pg_proc', 'pg_inherits')`
  const words = await sql<{ word: string; isReserved: boolean }[]>`
    select word, catcode = 'R' as "isReserved" from pg_get_keywords() union all select proname, false from pg_proc union all select typname, false from pg_type`
  const tables = new Map<string, Set<string>>()
  for (const { table, column } of columns) tables.set(table, (tables.get(table) ?? new Set()).add(column))
  // A temporary table of the readings writer.
  tables.set('incoming', new Set([...(tables.get('readings') ?? []), 'ordinal']))
  return {
    tables,
    words: new Set(words.map(({ word }) => word)),
    reserved: new Set(words.filter(({ isReserved }) => isReserved).map(({ word }) => word)),
  }
}

/** Names in one piece of SQL: its tables, their aliases, and names it defines itself. */
interface Scope {
  tables: Set<string>
  aliases: Map<string, Set<string>>
  own: Set<string>
}

/**
 * Finds names in a file's SQL that the database does not know. A name must be a column of the tables used, or be defined by
 * PostgreSQL or by the SQL itself. A piece without tables uses those of its file.
 * @returns one line for each fault
 */
export function unknownNames({ texts, described, isEngine }: SqlFile, names: Names): string[] {
  const scopes = texts.map(({ text, isTemplate }) => (isTemplate ? scopeOf(text, names) : emptyScope()))
  // A field of extract(), and the columns that the table of every record has.
  const whole = emptyScope(['epoch', ...(isEngine ? recordColumns : [])])
  if (described !== null) refer(whole, 'r', described)
  for (const scope of scopes) join(whole, scope)
  return texts.flatMap((one, place) => faultsOf(one, scopes[place] ?? whole, whole, names))
}

const emptyScope = (own: Iterable<string> = []): Scope => ({ tables: new Set(), aliases: new Map(), own: new Set(own) })
const recordColumns = ['r', 'id', 'version', 'deleted_at', 'deleted_by', 'updated_at']
const word = String.raw`[a-z_][a-z0-9_]*`
const followsName = new Set([
  'on',
  'set',
  'where',
  'order',
  'group',
  'left',
  'join',
  'cross',
  'for',
  'limit',
  'values',
  'using',
  'select',
  'union',
  'returning',
  'window',
  'with',
  'default',
])

function bare(text: string): string {
  return text
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, " '' ")
    .toLowerCase()
}

function refer({ tables, aliases }: Scope, alias: string, table: string): void {
  tables.add(table)
  for (const name of [alias, table]) aliases.set(name, (aliases.get(name) ?? new Set()).add(table))
}

function scopeOf(text: string, { tables }: Names): Scope {
  const scope = emptyScope()
  const clean = bare(text)
  for (const [, table = '', alias = ''] of clean.matchAll(
    new RegExp(
      `(?:\\b(?:from|join|update|into|using)|,|^)(?=\\s*(?:only\\s+)?(${word})(?:\\s+(?:as\\s+)?(${word}))?)`,
      'g',
    ),
  )) {
    if (tables.has(table)) refer(scope, alias === '' || followsName.has(alias) ? table : alias, table)
  }
  for (const [, quoted = ''] of text.matchAll(/"([^"]+)"/g)) scope.own.add(quoted.toLowerCase())
  for (const [, alias = ''] of clean.matchAll(new RegExp(`\\bas\\s+(${word})`, 'g'))) scope.own.add(alias)
  for (const [, alias = ''] of clean.matchAll(new RegExp(`(?:\\)|\\$)\\s+(${word})`, 'g')))
    if (!followsName.has(alias)) scope.own.add(alias)
  for (const [, alias = ''] of clean.matchAll(new RegExp(`\\b(${word})\\s+as\\s+(?:materialized\\s+)?\\(`, 'g')))
    scope.own.add(alias)
  for (const [, list = ''] of clean.matchAll(new RegExp(`(?:\\bas|\\))\\s+${word}\\s*\\(([^()]*)\\)`, 'g')))
    for (const [name] of list.matchAll(new RegExp(word, 'g'))) scope.own.add(name)
  return scope
}

function join(whole: Scope, { tables, aliases, own }: Scope): void {
  for (const table of tables) whole.tables.add(table)
  for (const name of own) whole.own.add(name)
  for (const [alias, named] of aliases) for (const table of named) refer(whole, alias, table)
}

const before = /(?:^|[(,=<>+*/|-]|\b(?:select|distinct|where|and|or|not|by|set|returning|when|then|else|having|on))\s*$/
const after =
  /^\s*(?:$|[),=<>+*/|:-]|(?:from|is|in|as|asc|desc|and|or|then|when|else|end|between|like|limit|order|where|union|returning)\b)/

function faultsOf(
  { file, line, text, isTemplate }: SqlText,
  scope: Scope,
  whole: Scope,
  { tables, words, reserved }: Names,
): string[] {
  const isColumnOf = (named: Iterable<string>, column: string) =>
    [...named].some((table) => tables.get(table)?.has(column) === true)
  const fault = (name: string) => [`${file}:${line}: ${name}`]
  const places = scope.tables.size > 0 ? scope.tables : whole.tables
  const isKnownTo = (column: string) => [...tables.values()].some((columns) => columns.has(column))
  const clean = bare(text).replaceAll(/"[^"]*"|\bdelete(?= from\b)/g, ' ')
  return [...clean.matchAll(new RegExp(`(?<![\\w.:$])(${word})(?:\\.(${word}))?(?!\\w|\\.|\\()`, 'g'))].flatMap(
    ({ 0: found, 1: name = '', 2: column, index }) => {
      if (column !== undefined) {
        const named = name === 'excluded' ? scope.tables : (scope.aliases.get(name) ?? whole.aliases.get(name))
        if (named) return isColumnOf(named, column) ? [] : fault(`${name}.${column}`)
        // A table that the SQL defines, in this piece or in the one it is inserted into.
        return isTemplate && (isKnownTo(column) || whole.own.has(column))
          ? []
          : isTemplate
            ? fault(`${name}.${column}`)
            : []
      }
      if (
        tables.has(name) ||
        whole.own.has(name) ||
        whole.aliases.has(name) ||
        isColumnOf(places, name) ||
        isColumnOf(whole.tables, name)
      )
        return []
      if (reserved.has(name)) return []
      // An unreserved word in the place of a value is a name.
      const isValue = before.test(clean.slice(0, index)) && after.test(clean.slice(index + found.length))
      return words.has(name) && !isKnownTo(name) && !isValue ? [] : fault(name)
    },
  )
}
