import { relative, sep } from 'node:path'
import type { RuleTester } from 'oxlint/plugins-dev'

/** A rule as oxlint takes it. */
export type Rule = Parameters<RuleTester['run']>[1]
export type Context = Parameters<NonNullable<Rule['create']>>[0]

/** The file's path from the top of the repository, with forward slashes. */
export function pathOf(context: Context): string {
  return relative(context.cwd, context.filename).split(sep).join('/')
}

/** The top-level folder a path lies in; empty for a file at the top. */
export function topFolder(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}

/** A test, or what only tests use: `x.test.ts`, `testX.ts`. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/test[A-Z][A-Za-z]*\.tsx?$/.test(path)
}
