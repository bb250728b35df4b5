import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { layerTables } from './layerTables.ts'
import { isTest, pathOf, topFolder, type Context, type Rule } from './rule.ts'

interface Import {
  /** The import as written. */
  specifier: string
  /** Path from the top of the repository; null for a package. */
  path: string | null
}

interface Layer {
  /** Top-level folders that it may import, including itself. */
  folders: string[]
  /** Whether it may import a package. */
  takes: (packageName: string, from: string) => boolean
  /** The text after "may import only" in the message. */
  words: string
}

const manifest: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)
/** Packages installed at runtime; all others exist only for builds and tests. */
const runtime = new Set(Object.keys(manifest.dependencies))
const testTools = new Set([
  'vitest',
  'vite',
  'fast-check',
  'happy-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  'otpauth',
  'read-excel-file',
  'ajv',
  'oidc-provider',
  'smtp-server',
  'socket.io-client',
  '@seriousme/openapi-schema-validator',
  'zxing-wasm',
])
const isNode = (name: string) => name.startsWith('node:') || isBuiltin(name)
const anyPackage = () => true

/** The allowed imports of each top-level folder. */
const layers: Record<string, Layer> = {
  contract: {
    folders: ['contract'],
    takes: (name) => name === 'zod',
    words: 'zod and itself',
  },
  streams: {
    folders: ['contract', 'streams'],
    takes: (name) => name === 'rxjs' || name === 'socket.io-client',
    words: 'contract, rxjs, socket.io-client and itself',
  },
  src: {
    folders: ['contract', 'streams', 'locales', 'src'],
    takes: (name) => !isNode(name) && (!runtime.has(name) || name === 'zod' || name === '@zxcvbn-ts/language-common'),
    words: 'contract, streams, locales, itself and packages for the browser',
  },
  mocks: {
    folders: ['contract', 'locales', 'mocks'],
    takes: anyPackage,
    words: 'contract, locales and itself',
  },
  server: {
    folders: ['contract', 'locales', 'server'],
    // The development server uses Vite; nothing else may need a package that is missing in production.
    takes: (name, from) => isNode(name) || runtime.has(name) || from === 'server/commands/dev.ts',
    words: 'contract, locales, itself and what package.json lists under dependencies',
  },
  locales: {
    folders: [],
    takes: () => false,
    words: 'nothing',
  },
  e2e: {
    folders: ['contract', 'mocks', 'locales', 'e2e'],
    takes: anyPackage,
    words: 'contract, mocks, locales and itself',
  },
}

/** Calls `see` with every import of a file, in all syntactic forms. */
function onImports(
  context: Context,
  see: (wanted: Import, node: Node) => void,
): ReturnType<NonNullable<Rule['create']>> {
  const from = pathOf(context)
  const look = (node: Node, specifier: unknown) => {
    if (typeof specifier !== 'string') return
    const bare = specifier.replace(/\?.*$/, '')
    const path = bare.startsWith('.')
      ? posix.join(posix.dirname(from), bare)
      : /^#[^/]+\//.test(bare)
        ? bare.slice(1)
        : null
    see({ specifier, path }, node)
  }
  return {
    ImportDeclaration: (node) => look(node, node.source.value),
    ExportNamedDeclaration: (node) => look(node, node.source?.value),
    ExportAllDeclaration: (node) => look(node, node.source.value),
    ImportExpression: (node) => look(node, 'value' in node.source ? node.source.value : undefined),
    TSImportType: (node) => look(node, node.source.value),
    // new URL('./x.ts', import.meta.url) names workers and child processes.
    NewExpression: (node) => {
      const [first] = node.arguments
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL' && node.arguments.length === 2
      if (!isUrl || first === undefined || !('value' in first)) return
      if (typeof first.value === 'string' && /\.[cm]?[jt]sx?$/.test(first.value)) look(node, first.value)
    },
  }
}

type Node = NonNullable<Parameters<Context['report']>[0]['node']>

function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  if (specifier.startsWith('node:')) return specifier
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

function mayImport(layer: Layer, wanted: Import, from: string): boolean {
  if (wanted.path !== null) return layer.folders.includes(topFolder(wanted.path))
  const name = packageOf(wanted.specifier)
  if (isTest(from) && (testTools.has(name) || (isNode(name) && !from.startsWith('src/')))) return true
  return layer.takes(name, from)
}

function layerRule(folder: string, layer: Layer): Rule {
  return {
    create(context) {
      const from = pathOf(context)
      if (topFolder(from) !== folder) return {}
      return onImports(context, (wanted, node) => {
        if (mayImport(layer, wanted, from)) return
        context.report({ node, message: `${folder} may import only ${layer.words}, not ${wanted.specifier}.` })
      })
    },
  }
}

const screenOf = (path: string) => /^src\/screens\/([^/]+)/.exec(path)?.[1] ?? null

/** Inside a top-level folder imports use relative paths; across two they name the folder, so that `git grep '#contract'` finds every crossing. */
const crossings: Rule = {
  create(context) {
    const from = topFolder(pathOf(context))
    if (!['contract', 'streams', 'src', 'mocks', 'server', 'e2e'].includes(from)) return {}
    return onImports(context, ({ specifier, path }, node) => {
      if (path === null) return
      const to = topFolder(path)
      const named = specifier.startsWith('#')
      if (named && to === from)
        context.report({ node, message: `Inside ${from} import by a relative path, not ${specifier}.` })
      if (!named && to !== from && ['contract', 'streams', 'mocks', 'locales'].includes(to)) {
        context.report({ node, message: `Import #${path}, not ${specifier}: a crossing names the folder.` })
      }
    })
  },
}

const screensApart: Rule = {
  create(context) {
    const from = screenOf(pathOf(context))
    if (from === null) return {}
    return onImports(context, ({ path, specifier }, node) => {
      const to = path === null ? null : screenOf(path)
      if (to === null || to === from) return
      context.report({
        node,
        message: `A screen never imports another screen: ${from} wants ${specifier}. Move what both need out of them.`,
      })
    })
  },
}

/** Finds a path (below its top-level folder) in a table: its layer's number and its part's names. Null when it is in no layer. */
function placeIn(table: (typeof layerTables)[string], path: string): { layer: number; part: string } | null {
  for (const [layer, parts] of table.entries()) {
    for (const part of parts) {
      const names = typeof part === 'string' ? [part] : part
      if (names.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name)))
        return { layer, part: names.join(' ') }
    }
  }
  return null
}

/** Inside a top-level folder imports go down the layers, never up or sideways. Tests may import anything. */
function insideRule(folder: string, table: (typeof layerTables)[string]): Rule {
  const below = `${folder}/`
  return {
    create(context) {
      const from = pathOf(context)
      if (!from.startsWith(below) || isTest(from)) return {}
      const here = placeIn(table, from.slice(below.length))
      if (here === null)
        return {
          Program: (node) =>
            context.report({ node, message: `${from} is in no layer: add it to .ci/lint/layerTables.ts.` }),
        }
      return onImports(context, ({ path, specifier }, node) => {
        if (path?.startsWith(below) !== true || isTest(path)) return
        const there = placeIn(table, path.slice(below.length))
        if (there !== null && (there.part === here.part || there.layer < here.layer)) return
        context.report({
          node,
          message: `Imports go down the layers of ${folder}/ (.ci/lint/layerTables.ts): ${here.part} may not import ${specifier}.`,
        })
      })
    },
  }
}

export const layerRules: Record<string, Rule> = {
  ...Object.fromEntries(
    Object.entries(layerTables).map(([folder, table]) => [`${folder}-layers`, insideRule(folder, table)]),
  ),
  ...Object.fromEntries(
    Object.entries(layers).map(([folder, layer]) => [`${folder}-imports`, layerRule(folder, layer)]),
  ),
  'screens-apart': screensApart,
  crossings,
}
