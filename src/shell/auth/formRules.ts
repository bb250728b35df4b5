import type { FormRule } from 'antd'
import type { z } from 'zod'

/**
 * The rules of a field: it has to be there, and to be as the contract's own schema wants it, or the person is told so.
 * Where it is missing nothing else is said of it.
 */
export function rulesOf(schema: z.ZodType, required: string, wrong: string): FormRule[] {
  return [
    { required: true, whitespace: true, message: required },
    {
      validator: (_rule, value: unknown) => {
        if (typeof value === 'string' ? value.trim() === '' : value == null) return Promise.resolve()
        return schema.safeParse(value).success ? Promise.resolve() : Promise.reject(new Error(wrong))
      },
    },
  ]
}

/** The rules of a field that repeats another one. */
export function repeats(field: string, required: string, different: string): FormRule[] {
  return [
    { required: true, message: required },
    ({ getFieldValue }) => ({
      validator: (_rule, value: unknown) =>
        !value || value === getFieldValue(field) ? Promise.resolve() : Promise.reject(new Error(different)),
    }),
  ]
}
