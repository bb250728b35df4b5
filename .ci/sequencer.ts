import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files with a page, then those that also mock modules, then those without a page. */
function groupOf({ moduleId }: TestSpecification): number {
  const code = readFileSync(moduleId, 'utf8')
  if (/@vitest-environment node/.test(code)) return 2
  return /\bvi\.(?:mock|doMock)\(/.test(code) ? 1 : 0
}

/**
 * Runs files that need the same worker one after the other. Vitest stops a worker when the next file needs another environment, and a new worker
 * loads React, antd and the page again. Files that mock modules reset all modules (.ci/freshPage.ts), so they are kept together, too.
 */
export class GroupingSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = new Map(files.map((file) => [file, groupOf(file)]))
    // The sort is stable: longer files stay first within their group.
    return (await super.sort(files)).toSorted((a, b) => (groups.get(a) ?? 0) - (groups.get(b) ?? 0))
  }
}
