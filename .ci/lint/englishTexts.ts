import { parseSync, Visitor } from 'rolldown/utils'
import type { TextKind } from './englishPatterns.ts'

/** A text that people read in a file: a comment, a test title, a sentence of a page, or the name of a declaration. */
export interface EnglishText {
  kind: TextKind
  text: string
  line: number
}

const testFunctions = new Set(['describe', 'it', 'test'])

interface Callee {
  type: string
  name?: string
  object?: Callee
  callee?: Callee
  tag?: Callee
}

/** Returns the function at the root of a call: `it` for `it.each(…)`, `test` for `test.skip`. */
function rootName(callee: Callee): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  const inner = callee.object ?? callee.callee ?? callee.tag
  return inner && rootName(inner)
}

/** Returns a function that maps offsets to line numbers, from 1. */
function lineCounter(code: string): (offset: number) => number {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

const withoutStars = (value: string) =>
  value
    .replaceAll(/^\s*\*+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** @returns the comments, test titles and declared names of a TypeScript or JavaScript file */
export function textsOfCode(path: string, code: string): EnglishText[] {
  const { program, comments } = parseSync(path, code)
  const lineOf = lineCounter(code)
  const texts: EnglishText[] = []
  let previous: { end: number; text: EnglishText } | undefined
  for (const { type, value, start, end } of comments) {
    const text = withoutStars(value)
    // Consecutive `//` lines form one comment.
    if (
      type === 'Line' &&
      previous &&
      /^\s*$/.test(code.slice(previous.end, start)) &&
      lineOf(start) === lineOf(previous.end) + 1
    ) {
      previous.text.text += ` ${text}`
      previous.end = end
      continue
    }
    const found: EnglishText = { kind: 'comment', text, line: lineOf(start) }
    texts.push(found)
    previous = type === 'Line' ? { end, text: found } : undefined
  }
  const addName = (id: { type: string; name?: string; start: number } | null | undefined) => {
    if (id?.type === 'Identifier' && id.name) texts.push({ kind: 'name', text: id.name, line: lineOf(id.start) })
  }
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!testFunctions.has(rootName(callee as Callee) ?? '') || !first) return
      if (first.type === 'Literal' && typeof first.value === 'string')
        texts.push({ kind: 'title', text: first.value, line: lineOf(first.start) })
      if (first.type === 'TemplateLiteral')
        texts.push({
          kind: 'title',
          text: first.quasis.map(({ value }) => value.raw).join('…'),
          line: lineOf(first.start),
        })
    },
    VariableDeclarator: ({ id }) => addName(id),
    FunctionDeclaration: ({ id }) => addName(id),
    ClassDeclaration: ({ id }) => addName(id),
    TSInterfaceDeclaration: ({ id }) => addName(id),
    TSTypeAliasDeclaration: ({ id }) => addName(id),
    // The name of an overriding method is given.
    MethodDefinition: ({ key, override }) => {
      if (!override) addName(key)
    },
  }).visit(program)
  return texts
}

/** @returns the sentences of a Markdown page, without its code */
export function textsOfPage(page: string): EnglishText[] {
  let isCode = false
  return page.split('\n').flatMap((line, at) => {
    if (line.startsWith('```')) isCode = !isCode
    if (isCode || line.startsWith('```')) return []
    const prose = line.replaceAll(/`[^`]*`/g, '`').replace(/^[\s>*#|-]+(?:\d+\. )?/, '')
    return prose
      .split(/(?<=[.;:!?])\s+|\s*\|\s*/)
      .filter((text) => /\w/.test(text))
      .map((text): EnglishText => ({ kind: 'doc', text, line: at + 1 }))
  })
}
