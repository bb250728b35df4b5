import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** A piece of SQL as it stands in the source. What is put into it at run time is a `$`. */
export interface SqlText {
  file: string
  line: number
  text: string
  /** A template of a tag such as `sql`, or a text that begins as a statement does. */
  isTemplate: boolean
}

/** The SQL of a file of the server. */
export interface SqlFile {
  texts: SqlText[]
  /** The table that `r` stands for, where the file describes a noun; else null. */
  described: string | null
  /** It makes SQL for whatever table a noun has. */
  isEngine: boolean
}

const server = fileURLToPath(new URL('..', import.meta.url))
const sqlTag = /^(?:sql|tx|transaction)$|Sql$/
const statement = /^\s*(?:select|insert into|update \w+ set|delete from|with \w+ as)\s/i
const column = /^[a-z]\w*\.[a-z_]+$/

/** Every file of the server that speaks SQL, tests left out. */
export function readSqlFiles(): SqlFile[] {
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:resources|records|db)\/.*\.ts$/.test(path) && !/\.test\.ts$|(?:^|\/)test[A-Z]/.test(path))
    .map((path) => sqlOf(path, readFileSync(`${server}${path}`, 'utf8')))
}

/** The SQL of one source. */
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
    if (type === 'Literal' && typeof value === 'string' && (statement.test(value) || column.test(value))) add(start, value, statement.test(value))
    if (type === 'Property' && nameOf(key) === 'table' && typeof value === 'object' && typeof value?.value === 'string') described = value.value
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(file, source).program.body)
  return { texts, described, isEngine: file.startsWith('records/') }
}

/** A node of the syntax tree, whatever it is. */
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
