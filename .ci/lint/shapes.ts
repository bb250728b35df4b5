import { pathOf, type Rule } from './rule.ts'

const noBarrels: Rule = {
  create(context) {
    return {
      Program(node) {
        let passedOn = 0
        let own = 0
        const imported = new Set<string>()
        for (const statement of node.body) {
          switch (statement.type) {
            case 'ExportAllDeclaration':
              context.report({ node: statement, message: 'No barrels: import from the file that holds the thing.' })
              return
            case 'ImportDeclaration':
              for (const { local } of statement.specifiers) imported.add(local.name)
              break
            case 'ExportNamedDeclaration': {
              const handsOn = statement.declaration === null && statement.specifiers.length > 0
              const foreign = statement.specifiers.every(
                ({ local }) => local.type === 'Identifier' && imported.has(local.name),
              )
              if (handsOn && (statement.source !== null || foreign)) passedOn++
              else own++
              break
            }
            default:
              own++
          }
        }
        if (passedOn > 0 && own === 0) {
          context.report({ node, message: 'No barrels: this file only passes on what others hold.' })
        }
      },
    }
  },
}

const noIndexFiles: Rule = {
  create(context) {
    return {
      Program(node) {
        if (/(?:^|\/)index\.[cm]?[jt]sx?$/.test(pathOf(context))) {
          context.report({ node, message: 'No index files: name the file after what it holds.' })
        }
      },
    }
  },
}

const drawers = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'type',
  'types',
  'lib',
  'libs',
  'shared',
])

const noDrawers: Rule = {
  create(context) {
    return {
      Program(node) {
        const folders = pathOf(context).split('/').slice(0, -1)
        const drawer = folders.find((folder) => drawers.has(folder.toLowerCase()))
        if (drawer !== undefined) {
          context.report({ node, message: `No folder named ${drawer}: name it after what is in it.` })
        }
      },
    }
  },
}

const kebabFolders: Rule = {
  create(context) {
    return {
      Program(node) {
        const folders = pathOf(context).split('/').slice(0, -1)
        const odd = folders.find((folder) => !/^\.?[a-z0-9]+(?:-[a-z0-9]+)*$/.test(folder))
        if (odd !== undefined) context.report({ node, message: `Folders are kebab-case: ${odd}.` })
      },
    }
  },
}

const noCastThroughUnknown: Rule = {
  create(context) {
    const message = 'No cast through unknown: parse it, narrow it, or state the type where the value is made.'
    const isBlank = (type: string) =>
      type === 'TSUnknownKeyword' || type === 'TSAnyKeyword' || type === 'TSNeverKeyword'
    return {
      TSAsExpression(node) {
        const inner = node.expression.type === 'ParenthesizedExpression' ? node.expression.expression : node.expression
        if (inner.type !== 'TSAsExpression' && inner.type !== 'TSTypeAssertion') return
        if (isBlank(inner.typeAnnotation.type)) context.report({ node, message })
      },
      TSTypeAssertion(node) {
        const inner = node.expression
        if (inner.type !== 'TSAsExpression' && inner.type !== 'TSTypeAssertion') return
        if (isBlank(inner.typeAnnotation.type)) context.report({ node, message })
      },
    }
  },
}

export const shapeRules: Record<string, Rule> = {
  'no-barrels': noBarrels,
  'no-index-files': noIndexFiles,
  'no-drawers': noDrawers,
  'kebab-folders': kebabFolders,
  'no-cast-through-unknown': noCastThroughUnknown,
}
