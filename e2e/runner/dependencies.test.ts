import { expect, it } from 'vitest'
import { judgeAudit } from './dependencies.ts'

const report = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity, i) => [`package-${i}`, { name: `package-${i}`, severity, range: '<2.0.0' }]),
    ),
  })

it.each([
  [report(), { passed: 1, failed: 0, skipped: 0 }, []],
  [
    report('low', 'moderate'),
    { passed: 1, failed: 0, skipped: 0 },
    ['low: package-0 <2.0.0', 'moderate: package-1 <2.0.0'],
  ],
  [report('low', 'high'), { passed: 0, failed: 1, skipped: 0 }, ['low: package-0 <2.0.0', 'high: package-1 <2.0.0']],
  [report('critical'), { passed: 0, failed: 1, skipped: 0 }, ['critical: package-0 <2.0.0']],
  [
    '{"message":"405 Method Not Allowed","error":{"summary":""}}',
    { passed: 0, failed: 0, skipped: 1 },
    ['the registry tells of no faults: 405 Method Not Allowed'],
  ],
  ['{"vulnerabilities":7}', { passed: 0, failed: 1, skipped: 0 }, ['npm audit said nothing that can be read']],
])('%s', (output, counts, lines) => {
  expect(judgeAudit(output)).toEqual({ lines, counts })
})
