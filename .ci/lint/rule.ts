import { relative, sep } from 'node:path'
import type { RuleTester } from 'oxlint/plugins-dev'

/** A rule in oxlint's format. */
export type Rule = Parameters<RuleTester['run']>[1]
export type Context = Parameters<NonNullable<Rule['create']>>[0]

/** Returns the file's path from the top of the repository, with forward slashes. */
export function pathOf(context: Context): string {
  return relative(context.cwd, context.filename).split(sep).join('/')
}

/** Returns the top-level folder of a path; empty for a file at the top. */
export function topFolder(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}

/** Whether a file is a test or only used by tests: `x.test.ts`, `testX.ts`. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/test[A-Z][A-Za-z]*\.tsx?$/.test(path)
}
