import type { FormRule } from 'antd'
import type { z } from 'zod'

/**
 * Returns the rules of a required field that the contract's schema validates.
 * An empty field shows only that it is required.
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

/** Returns the rules of a field that repeats another one. */
export function repeats(field: string, required: string, different: string): FormRule[] {
  return [
    { required: true, message: required },
    ({ getFieldValue }) => ({
      validator: (_rule, value: unknown) =>
        !value || value === getFieldValue(field) ? Promise.resolve() : Promise.reject(new Error(different)),
    }),
  ]
}
