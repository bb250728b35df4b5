import { createContext, use, useEffect } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { normalize, type Values } from '../../form/values/normalize.ts'

const schema = endpoints.marketingPages.preview.input
/** The unsaved parts of a preview. */
export type Drafts = Input<typeof endpoints.marketingPages.preview>
/** A part of the page, as the preview's call names it: a value of its own, or an item of a list. */
export type Part = keyof Drafts

/** The values in the forms of a page that is being changed, by part. */
export type FilledIn = Map<Part, Values>
export const FilledInContext = createContext<FilledIn | null>(null)

/** The values in forms as the preview's call takes them; null while something that a part needs is missing. */
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

/** Notes what stands in a part's form for as long as it is filled in. @returns all that is filled in on the page at the moment */
export function useFilledIn(part: Part, values: Values): () => FilledIn {
  const filledIn = use(FilledInContext)
  useEffect(() => {
    filledIn?.set(part, values)
    return () => void filledIn?.delete(part)
  }, [filledIn, part, values])
  return () => new Map(filledIn).set(part, values)
}
