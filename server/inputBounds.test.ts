import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { watchSchema } from '#contract/live/live.ts'
import { bodyLimitOf, findExcess, parseInput, unboundedParts } from './inputBounds.ts'
import { minCpuMs, neededBytes, worstInputs } from './testWorstInputs.ts'

const calls: Endpoint[] = Object.values(endpoints).flatMap((noun) => Object.values<Endpoint>(noun))
const withExports = calls.flatMap((call) => [call, ...[exportOf(call) ?? []].flat()])
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('inputs of all calls', () => {
  test('have a bound on every array, text, number and record', () => {
    const unbounded = withExports.flatMap((call) => unboundedParts(call.input).map((part) => `${nameOf(call)} ${part}`))
    expect(unbounded).toEqual([])
    expect(unboundedParts(watchSchema)).toEqual([])
  })

  test('finds parts without a bound', () => {
    const schema = z.object({
      texts: z.array(z.string()),
      words: z.record(z.string().max(5), z.number()),
      codes: z.array(z.enum(['A'])).optional(),
      any: z.unknown(),
      file: z.string().regex(/^a+$/),
      other: z.looseObject({}),
    })
    expect(unboundedParts(schema)).toEqual([
      '.texts array',
      '.texts[] text',
      '.words record',
      '.words{} number',
      '.codes array',
      '.any unknown',
      '.file text',
      '.other.* loose object',
    ])
  })

  test('fit their body limits at their largest', () => {
    // Counts of corners, plan features and words are generous; a body holds thousands of them.
    const isGenerous = (call: Endpoint) =>
      call.path.endsWith('/export') || /\/(farm|farmSlot)\/(addOrEdit|check)$/.test(call.path)

    const tooSmall = withExports.filter((call) => !isGenerous(call) && neededBytes(call.input) > bodyLimitOf(call))
    expect(tooSmall.map(nameOf)).toEqual([])
    const isRichText = ({ input }: Endpoint) => neededBytes(input) > 262_144
    expect(withExports.filter((call) => !isRichText(call) && bodyLimitOf(call) > 262_144).map(nameOf)).toEqual([])
  })

  test.each([
    ['a long array of codes', endpoints.projects.list, { status: Array<string>(16_000).fill('x') }],
    ['many wrong ids', endpoints.animals.setGroup, { ids: Array<string>(10_000).fill('x') }],
    [
      'many wrong corners',
      endpoints.farms.check,
      { boundary: { type: 'Polygon', coordinates: [Array(30_000).fill(1)] } },
    ],
    [
      'many words',
      endpoints.alertRules.addOrEdit,
      {
        parameters: Object.fromEntries(
          Array(900)
            .keys()
            .map((n) => [`k${n}`, 1]),
        ),
      },
    ],
    ['a long text', endpoints.finder.find, { text: ' '.repeat(60_000) }],
    ['a long file name', endpoints.projects.list, { name: 'a'.repeat(60_000) }],
  ])('name at most 50 faults of %s', (_, { input }, value) => {
    const parsed = parseInput<z.core.$ZodType>(input, value)
    expect(parsed.success ? [] : parsed.issues.map(({ code }) => code)).toSatisfy(
      (codes: string[]) => codes.length > 0 && codes.length <= 50,
    )
  })

  test('keeps the words of custom faults, and accepts blanks around a text', () => {
    const name = parseInput(endpoints.projects.list.input, { name: 'x', status: ['ACTIVE'] })
    expect(name).toMatchObject({ success: true, data: { current: 1 } })
    const { input } = endpoints.animals.addOrEdit
    const tag = parseInput(input, { electronicTag: { scheme: 'CN', value: '12' } })
    expect(tag).toMatchObject({
      success: false,
      issues: expect.arrayContaining([expect.objectContaining({ message: 'tag_digits' })]),
    })
    expect(findExcess(z.string().trim().max(3), `abc${' '.repeat(50)}`)).toEqual([])
  })

  test('parse their worst bodies in 20 ms', { tags: 'long', timeout: 300_000 }, () => {
    const ids = z.array(endpoints.animals.setGroup.input.shape.ids.element)
    const reference = () =>
      minCpuMs(
        () =>
          z.safeParse(
            ids,
            Array.from({ length: 10_000 }, (_, id) => id + 1),
          ),
        0,
      )
    const slow = withExports.flatMap((call) =>
      worstInputs(call.input, bodyLimitOf(call)).flatMap(({ path, input }) => {
        const ms = minCpuMs(() => parseInput(call.input, input), 20)
        if (ms <= 20) return []
        // A busy machine, or a large body that costs as much to read as JSON.
        const body = JSON.stringify(input)
        const allowed = Math.max(16 * reference(), 3 * minCpuMs(() => JSON.parse(body), 0))
        return ms > allowed ? [`${nameOf(call)} ${path}: ${ms.toFixed(1)} of ${allowed.toFixed(1)} ms`] : []
      }),
    )
    expect(slow).toEqual([])
  })
})
