/** A file that violates an invariant, and the rule that must report it. `rule` is null for a valid file. */
export interface Violation {
  rule: string | null
  path: string
  code: string
}

const importing = (specifier: string) => `import { thing } from '${specifier}'\nexport const used = thing\n`

/** Every invariant of docs/architecture/invariants.md, violated in each relevant way. */
export const violations: Violation[] = [
  { rule: 'house(contract-imports)', path: 'contract/a.ts', code: importing('react') },
  { rule: 'house(contract-imports)', path: 'contract/b.ts', code: importing('node:fs') },
  { rule: 'house(contract-imports)', path: 'contract/c.ts', code: importing('rxjs') },
  { rule: 'house(contract-imports)', path: 'contract/d.ts', code: importing('../server/clock.ts') },
  { rule: 'eslint(no-restricted-globals)', path: 'contract/e.ts', code: "export const got = fetch('/x')\n" },
  { rule: 'eslint(no-restricted-properties)', path: 'contract/f.ts', code: 'export const at = Date.now()\n' },
  { rule: 'house(streams-imports)', path: 'streams/a.ts', code: importing('react') },
  { rule: 'house(streams-imports)', path: 'streams/b.ts', code: importing('../src/store/feed.ts') },
  { rule: 'house(streams-imports)', path: 'streams/c.ts', code: importing('zustand') },
  {
    rule: 'house(subscribe-only-in-feed)',
    path: 'streams/d.ts',
    code: "import { of } from 'rxjs'\nexport const ended = of(1).subscribe(() => {})\n",
  },
  {
    rule: 'house(subscribe-only-in-feed)',
    path: 'src/a.ts',
    code: "import { of } from 'rxjs'\nconst numbers$ = of(1)\nexport const ended = numbers$.subscribe(() => {})\n",
  },
  { rule: 'house(src-imports)', path: 'src/b.ts', code: importing('../server/clock.ts') },
  { rule: 'house(src-imports)', path: 'src/c.test.ts', code: importing('#mocks/calls.ts') },
  { rule: 'house(src-imports)', path: 'src/d.ts', code: importing('node:path') },
  { rule: 'house(src-imports)', path: 'src/e.ts', code: importing('pg') },
  { rule: 'house(src-imports)', path: 'src/f.ts', code: "export const load = () => import('../server/clock.ts')\n" },
  { rule: 'house(server-imports)', path: 'server/a.ts', code: importing('../src/main.tsx') },
  { rule: 'house(server-imports)', path: 'server/b.ts', code: importing('#streams/positions.ts') },
  { rule: 'house(server-imports)', path: 'server/c.ts', code: importing('#mocks/herd.ts') },
  { rule: 'house(server-imports)', path: 'server/d.ts', code: importing('react') },
  { rule: 'house(server-layers)', path: 'server/herd/a.ts', code: importing('../alerts/engine.ts') },
  {
    rule: 'house(server-layers)',
    path: 'server/db/a.ts',
    code: "import type { Context } from '../context.ts'\nexport type Used = Context\n",
  },
  { rule: 'house(server-layers)', path: 'server/live/a.ts', code: importing('../ingest/pipeline.ts') },
  {
    rule: 'house(server-layers)',
    path: 'server/settings.ts',
    code: "export const load = () => import('./db/connect.ts')\n",
  },
  { rule: 'house(src-layers)', path: 'src/api/a.ts', code: importing('../store/feed.ts') },
  {
    rule: 'house(src-layers)',
    path: 'src/shell/a.ts',
    code: "import type { Screen } from '../routes.tsx'\nexport type Used = Screen\n",
  },
  { rule: 'house(src-layers)', path: 'src/map/a.ts', code: importing('../form/describe.ts') },
  { rule: 'house(src-layers)', path: 'src/nowhere/a.ts', code: 'export const one = 1\n' },
  { rule: 'house(server-layers)', path: 'server/nowhere/a.ts', code: 'export const one = 1\n' },
  { rule: 'house(mocks-imports)', path: 'mocks/a.ts', code: importing('../server/clock.ts') },
  { rule: 'house(mocks-imports)', path: 'mocks/b.ts', code: importing('#streams/positions.ts') },
  { rule: 'house(locales-imports)', path: 'locales/a.ts', code: importing('#contract/live/live.ts') },
  { rule: 'house(e2e-imports)', path: 'e2e/a.ts', code: importing('../server/clock.ts') },
  { rule: 'house(screens-apart)', path: 'src/screens/one/One.ts', code: importing('../two/two.ts') },
  { rule: 'house(crossings)', path: 'src/g.ts', code: importing('../contract/live/live.ts') },
  {
    rule: 'house(sql-in-place)',
    path: 'server/alerts/a.ts',
    code: 'export const all = (sql: Tag) => sql`select 1`\ntype Tag = (text: TemplateStringsArray) => unknown\n',
  },
  {
    rule: 'house(sql-in-place)',
    path: 'server/alerts/b.ts',
    code: 'export const all = (pool: Pool) => pool.unsafe("x")\ninterface Pool { unsafe(text: string): unknown }\n',
  },
  { rule: 'house(sql-in-place)', path: 'server/alerts/c.ts', code: "export const text = 'select id from farms'\n" },
  { rule: 'house(sql-in-place)', path: 'server/alerts/d.ts', code: importing('pg') },
  { rule: 'house(one-clock)', path: 'server/alerts/e.ts', code: 'export const at = Date.now()\n' },
  { rule: 'house(one-clock)', path: 'server/alerts/f.ts', code: 'export const at = new Date()\n' },
  { rule: 'house(one-clock)', path: 'server/alerts/g.ts', code: 'export const at = performance.now()\n' },
  { rule: 'house(one-clock)', path: 'server/alerts/h.ts', code: 'export const at = Temporal.Now.instant()\n' },
  { rule: 'house(one-clock)', path: 'server/alerts/i.ts', code: 'export const at = process.hrtime.bigint()\n' },
  {
    rule: 'house(no-module-state)',
    path: 'server/alerts/j.ts',
    code: 'let count = 0\nexport const next = () => ++count\n',
  },
  {
    rule: 'house(no-module-state)',
    path: 'server/alerts/k.ts',
    code: 'export const known = new Map<string, number>()\n',
  },
  { rule: 'house(no-barrels)', path: 'src/h.ts', code: "export * from './a.ts'\n" },
  { rule: 'house(no-barrels)', path: 'src/i.ts', code: "export { ended } from './a.ts'\n" },
  { rule: 'house(no-barrels)', path: 'src/j.ts', code: "import { ended } from './a.ts'\nexport { ended }\n" },
  { rule: 'house(no-index-files)', path: 'src/map/index.ts', code: 'export const one = 1\n' },
  ...['utils', 'helpers', 'common', 'misc', 'types', 'lib', 'shared'].map((folder) => ({
    rule: 'house(no-drawers)',
    path: `src/${folder}/one.ts`,
    code: 'export const one = 1\n',
  })),
  { rule: 'house(kebab-folders)', path: 'src/bigMap/one.ts', code: 'export const one = 1\n' },
  { rule: 'unicorn(filename-case)', path: 'src/some-thing.ts', code: 'export const one = 1\n' },
  { rule: 'import(no-default-export)', path: 'src/k.ts', code: 'export default 1\n' },
  { rule: 'import(no-cycle)', path: 'src/l.ts', code: "import { m } from './m.ts'\nexport const l = () => m\n" },
  {
    rule: 'import(no-cycle)',
    path: 'server/alerts/s.ts',
    code: "import type { T } from './t.ts'\nexport type S = T[]\n",
  },
  { rule: 'import(no-cycle)', path: 'src/u.ts', code: "import type { V } from './v.ts'\nexport type U = V[]\n" },
  { rule: null, path: 'src/store/n.ts', code: 'export const n = 1\n' },
  { rule: 'typescript(no-explicit-any)', path: 'src/o.ts', code: 'export const o = (x: any) => String(x)\n' },
  {
    rule: 'house(no-cast-through-unknown)',
    path: 'src/p.ts',
    code: 'export const p = (x: string) => x as unknown as number\n',
  },
  { rule: 'eslint(max-lines)', path: 'src/q.ts', code: 'export const q = [\n' + '  1,\n'.repeat(400) + ']\n' },
  {
    rule: 'typescript(no-floating-promises)',
    path: 'src/r.ts',
    code: 'const later = async () => 1\nexport const r = () => {\n  later()\n}\n',
  },
  // Code that keeps the rules: none of it may be reported.
  { rule: null, path: 'contract/z.ts', code: "import { z } from 'zod'\nexport const schema = z.string()\n" },
  {
    rule: null,
    path: 'streams/z.ts',
    code: "import { of } from 'rxjs'\nimport { schema } from '#contract/z.ts'\nexport const z$ = of(schema)\n",
  },
  {
    rule: null,
    path: 'src/store/feed.ts',
    code: "import { z$ } from '#streams/z.ts'\nexport const start = () => z$.subscribe(() => {})\n",
  },
  {
    rule: null,
    path: 'src/store/y.ts',
    code: "import { create } from 'zustand'\nconst useHerd = create(() => ({ heads: 0 }))\nexport const end = useHerd.subscribe(() => {})\n",
  },
  { rule: null, path: 'server/clock.ts', code: 'export const at = Date.now()\n' },
  {
    rule: null,
    path: 'server/resources/z.ts',
    code: 'export const all = (sql: Tag) => sql`select 1`\ntype Tag = (text: TemplateStringsArray) => unknown\n',
  },
  { rule: null, path: 'server/http/z.ts', code: "import { all } from '../resources/z.ts'\nexport const every = all\n" },
  {
    rule: null,
    path: 'server/herd/testHerd.ts',
    code: "import { words } from '../alerts/z.ts'\nexport const herd = words\n",
  },
  {
    rule: null,
    path: 'server/alerts/z.ts',
    code: "import { at } from '../clock.ts'\nexport const words = `update of ${at} from a mouth`\n",
  },
]

/** The other halves of the import cycles above, and files that crowd a folder. */
export const besides: Record<string, string> = {
  'server/alerts/t.ts': "import type { S } from './s.ts'\nexport interface T { all: S }\n",
  'src/v.ts': "import type { U } from './u.ts'\nexport interface V { all: U }\n",
  'src/m.ts': "import { l } from './l.ts'\nexport const m = () => l\n",
}
