import { createContext, use, useEffect } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { normalize, type Values } from '../../form/values/normalize.ts'

const schema = endpoints.marketingPages.preview.input
/** Unsaved sections for a preview. */
export type Drafts = Input<typeof endpoints.marketingPages.preview>
/** Section of the page in the preview call: a single value, or an item of a list. */
export type Part = keyof Drafts

/** Values of the open forms on a page, by section. */
export type OpenForms = Map<Part, Values>
export const FilledInContext = createContext<OpenForms | null>(null)

/** Converts form values to the input of the preview call; null while a required value is missing. */
export function draftsOf(filledIn: ReadonlyMap<Part, Values>): Drafts | null {
  const inputs = [...filledIn].map(([part, values]) => {
    switch (part) {
      case 'useCase':
      case 'news':
      case 'partnership':
      case 'link':
        return [part, normalize(schema.shape[part].unwrap(), values)]
      case 'bannerImgId':
      case 'introduction':
      case 'officialAccountImgId':
        return [part, normalize(schema, { [part]: values[part] ?? '' })[part]]
    }
  })
  return schema.safeParse(Object.fromEntries(inputs)).data ?? null
}

/** Records a section's form values while the form is open. @returns a function that returns all open forms' values */
export function useOpenForm(part: Part, values: Values): () => OpenForms {
  const filledIn = use(FilledInContext)
  useEffect(() => {
    filledIn?.set(part, values)
    return () => void filledIn?.delete(part)
  }, [filledIn, part, values])
  return () => new Map(filledIn).set(part, values)
}
