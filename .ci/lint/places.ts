import { isTest, pathOf, topFolder, type Rule } from './rule.ts'

const observableFolders = new Set(['src', 'streams', 'mocks', 'contract'])

/**
 * Without type information the name decides: zustand stores are `useSomething`, `store` or `somethingStore`. Their `subscribe` is unrelated to that
 * of observables.
 */
const isStore = (name: string) => /^use[A-Z]/.test(name) || /(?:^s|S)tore$/.test(name)

const subscribeOnlyInFeed: Rule = {
  create(context) {
    const path = pathOf(context)
    if (path === 'src/store/feed.ts' || isTest(path) || !observableFolders.has(topFolder(path))) return {}
    const strict = topFolder(path) === 'streams'
    return {
      CallExpression(node) {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (callee.property.name !== 'subscribe') return
        const { object } = callee
        const name =
          object.type === 'Identifier'
            ? object.name
            : object.type === 'MemberExpression' && object.property.type === 'Identifier'
              ? object.property.name
              : ''
        if (!strict && isStore(name)) return
        context.report({
          node,
          message: strict
            ? 'Streams never subscribe: return the observable.'
            : 'Only src/store/feed.ts subscribes to an observable: give it the stream.',
        })
      },
    }
  },
}

const clocks: Record<string, Set<string>> = {
  Date: new Set(['now']),
  performance: new Set(['now', 'timeOrigin']),
  process: new Set(['hrtime', 'uptime']),
  Temporal: new Set(['Now']),
}

const oneClock: Rule = {
  create(context) {
    const path = pathOf(context)
    // Scripts (.mjs) that run before anything is installed cannot import the clock.
    const free = path === 'server/clock.ts' || isTest(path) || path.endsWith('.mjs')
    if (topFolder(path) !== 'server' || free) return {}
    const message = 'The server reads the time in server/clock.ts alone: use the clock, machineNow or machineSpan.'
    return {
      MemberExpression(node) {
        const { object, property } = node
        if (object.type !== 'Identifier' || property.type !== 'Identifier' || node.computed) return
        if (clocks[object.name]?.has(property.name)) context.report({ node, message })
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date') context.report({ node, message })
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date') context.report({ node, message })
      },
      ImportDeclaration(node) {
        if (!/^(?:node:)?perf_hooks$/.test(node.source.value)) return
        const takes = node.specifiers.some(({ local }) => local.name === 'performance')
        if (takes) context.report({ node, message })
      },
    }
  },
}

const sqlTag = /^(?:sql|tx|transaction)$|Sql$/
const sqlText =
  /^\s*(?:select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|copy\s+\w+[\s\S]*\s(?:from|to)\s|(?:create|alter|drop)\s+(?:unlogged\s+)?(?:table|index|view|sequence|database|schema)\s|truncate\s+|with\s+\w+\s+as\s*\()/i

const sqlInPlace: Rule = {
  create(context) {
    const path = pathOf(context)
    const folder = topFolder(path)
    const free = ['bench', '.ci', 'e2e'].includes(folder) || isTest(path)
    if (free || /^server\/(?:resources|records|db)\//.test(path)) return {}
    // server/records generates SQL from the descriptions in server/resources.
    const message = 'SQL appears only in server/resources, server/records and server/db.'
    return {
      TaggedTemplateExpression(node) {
        const { tag } = node
        const name =
          tag.type === 'Identifier'
            ? tag.name
            : tag.type === 'MemberExpression' && tag.property.type === 'Identifier'
              ? tag.property.name
              : ''
        if (sqlTag.test(name)) context.report({ node, message })
      },
      TemplateLiteral(node) {
        if (sqlText.test(`${node.quasis.map((quasi) => quasi.value.cooked).join('x')} `))
          context.report({ node, message })
      },
      Literal(node) {
        if (typeof node.value === 'string' && sqlText.test(`${node.value} `)) context.report({ node, message })
      },
      MemberExpression(node) {
        if (node.property.type === 'Identifier' && node.property.name === 'unsafe') context.report({ node, message })
      },
      ImportDeclaration(node) {
        if (node.source.value === 'pg') context.report({ node, message })
      },
    }
  },
}

const collections = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])

/** State in a server module is shared by all its importers, but not with other processes. State belongs in instances. */
const noModuleState: Rule = {
  create(context) {
    const path = pathOf(context)
    if (topFolder(path) !== 'server' || isTest(path) || path.startsWith('server/commands/')) return {}
    const message = 'No state in modules: make it an instance that app.ts creates.'
    return {
      Program(node) {
        for (const statement of node.body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            const isEmpty =
              (init?.type === 'NewExpression' &&
                init.arguments.length === 0 &&
                init.callee.type === 'Identifier' &&
                collections.has(init.callee.name)) ||
              (init?.type === 'ArrayExpression' && init.elements.length === 0)
            if (declaration.kind !== 'const' || isEmpty) context.report({ node: declaration, message })
          }
        }
      },
    }
  },
}

export const placeRules: Record<string, Rule> = {
  'no-module-state': noModuleState,
  'subscribe-only-in-feed': subscribeOnlyInFeed,
  'one-clock': oneClock,
  'sql-in-place': sqlInPlace,
}
