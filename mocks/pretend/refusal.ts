import type { ErrorCode, FieldErrors } from '#contract/envelope.ts'

/** An answer other than success. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined

  constructor(status: number, code: ErrorCode, fields?: FieldErrors) {
    super(code)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Refusal(404, 'NOT_FOUND')
  return row
}

export interface ListInput {
  current: number
  pageSize: number
  sort?: { field: string; order: 'asc' | 'desc' } | undefined
}

/**
 * A page of rows. Filters of the same name as a column are looked for in text and must equal anything else; of a list of
 * values one must equal, unless it is empty; a filter that is no column is the caller's own to apply before.
 */
export function pageOf<T extends object>(rows: readonly T[], { current, pageSize, sort, ...filters }: ListInput): {
  list: T[]
  total: number
  current: number
  pageSize: number
} {
  const cell = (row: T, name: string): unknown => Object.entries(row).find(([key]) => key === name)?.[1]
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  const chosen = rows.filter((row) =>
    wanted.every(([name, value]) => {
      const own = cell(row, name)
      if (own === undefined) return true
      if (Array.isArray(value)) return value.length === 0 || value.includes(own)
      return typeof own === 'string' && typeof value === 'string' ? own.includes(value) : own === value
    }),
  )
  if (sort) {
    const { field, order } = sort
    const turn = order === 'asc' ? 1 : -1
    chosen.sort((one, other) => turn * String(cell(one, field)).localeCompare(String(cell(other, field)), undefined, { numeric: true }))
  }
  return { list: chosen.slice((current - 1) * pageSize, current * pageSize), total: chosen.length, current, pageSize }
}
