import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** A piece of SQL in the source. Values inserted at run time are a `$`. */
export interface SqlText {
  file: string
  line: number
  text: string
  /** Whether it is a template of a tag such as `sql`, or a text that begins like a statement. */
  isTemplate: boolean
}

/** The SQL of a server file. */
export interface SqlFile {
  texts: SqlText[]
  /** The table that `r` stands for; null when the file describes no noun. */
  described: string | null
  /** Whether it builds SQL for the tables of all nouns. */
  isEngine: boolean
}

const server = fileURLToPath(new URL('..', import.meta.url))
const sqlTag = /^(?:sql|tx|transaction)$|Sql$/
const statement = /^\s*(?:select|insert into|update \w+ set|delete from|with \w+ as)\s/i
const column = /^[a-z]\w*\.[a-z_]+$/

/** Returns the SQL of all server files except tests. */
export function readSqlFiles(): SqlFile[] {
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:resources|records|db)\/.*\.ts$/.test(path) && !/\.test\.ts$|(?:^|\/)test[A-Z]/.test(path))
    .map((path) => sqlOf(path, readFileSync(`${server}${path}`, 'utf8')))
}

/** Returns the SQL of one source. */
export function sqlOf(file: string, source: string): SqlFile {
  const texts: SqlText[] = []
  let described: string | null = null
  const add = (start: number, text: string, isTemplate: boolean) =>
    texts.push({ file, line: source.slice(0, start).split('\n').length, text, isTemplate })
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, start = 0, quasi, tag, key, value } = node as Node
    if (type === 'TaggedTemplateExpression' && sqlTag.test(nameOf(tag))) {
      add(start, wholeOf(quasi), true)
      return walk(quasi?.expressions)
    }
    if (type === 'TemplateLiteral' && statement.test(wholeOf(node))) add(start, wholeOf(node), true)
    if (type === 'Literal' && typeof value === 'string' && (statement.test(value) || column.test(value)))
      add(start, value, statement.test(value))
    if (type === 'Property' && nameOf(key) === 'table' && typeof value === 'object' && typeof value?.value === 'string')
      described = value.value
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(file, source).program.body)
  return { texts, described, isEngine: file.startsWith('records/') }
}

/** A node of the syntax tree, of any type. */
interface Node {
  type?: string
  start?: number
  name?: string
  property?: Node
  tag?: Node
  key?: Node
  value?: string | Node | null
  quasi?: Node
  quasis?: { value: { cooked: string } }[]
  expressions?: Node[]
}

function nameOf(node: Node | undefined): string {
  return node?.type === 'MemberExpression' ? nameOf(node.property) : (node?.name ?? '')
}

function wholeOf(template: Node | undefined): string {
  return (template?.quasis ?? []).map(({ value }) => value.cooked).join(' $ ')
}
