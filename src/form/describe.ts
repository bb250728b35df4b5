import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { MessageId } from '../locale/languages.ts'
import type { ControlProps } from './controls/controlProps.ts'
import type { FieldErrors } from './values/fieldErrors.ts'
import type { Values } from './values/normalize.ts'

/** The values of a form while it is filled in: any field may still be empty. */
export type Draft<V> = { [K in keyof V]?: V[K] | null | undefined }

/** The props of a field's control: those of every control, and the rest of the form for those that depend on it. */
export interface FieldProps<V, T> extends ControlProps<T> {
  id: string
  onChange: (value: T | null) => void
  onBlur: () => void
  disabled: boolean
  values: V
  /** Errors inside of the value, by the path from here (`3.unitPrice`); for controls with several inputs. */
  errors: FieldErrors
  label: string
}

export interface FieldOptions<V, T> {
  hintId?: MessageId
  placeholderId?: MessageId
  /** The word for an empty value, where it is read. */
  emptyId?: MessageId
  /** Takes the whole width; short fields stand two in a row. */
  wide?: boolean
  /** A field that depends on others: it is not there, or can't be changed, unless… */
  shownWhen?: (values: V) => boolean
  lockedWhen?: (values: V) => boolean
  /** Has to have something in it where it is shown, or where its values say so, though the schema takes nothing there in other cases. */
  isNeeded?: true | ((values: V) => boolean)
  /** Other values that change with it. */
  changes?: (value: T | null, values: V) => Partial<NoInfer<V>>
}

/** One field of a form over `V` whose value, when there is one, is a `T`. */
export interface Field<V, T> extends FieldOptions<V, T> {
  labelId: MessageId
  Input: (props: FieldProps<V, T>) => ReactNode
  /** The value in words, for details and for differences. */
  Show: (props: { value: T }) => ReactNode
  /** Never kept, compared or shown: passwords and codes. */
  secret?: boolean
  /** Says what is wrong inside of its value itself. */
  showsInside?: boolean
  /** Its control looks at no other field. */
  isAlone?: boolean
  /** Always has a value, so that nobody is told to give one. */
  isNeverEmpty?: boolean
}

/** Fields by the names of what they are of; a control that makes something else does not fit. Shared ones are `{…} satisfies FieldsOf<…>`. */
export type FieldsOf<V> = { [K in keyof V]?: Field<Draft<V>, NonNullable<V[K]>> }

export interface Section<V> {
  titleId?: MessageId
  textId?: MessageId
  shownWhen?: (values: Draft<V>) => boolean
  fields?: FieldsOf<V>
  /** Something of the noun's own below the fields; `set` changes fields of the form. */
  Extra?: (props: { values: Draft<V>; set: (change: Draft<V>) => void; readOnly: boolean }) => ReactNode
}

/** A message about something that was done, with its values. */
export interface Done {
  id: MessageId
  values: Readonly<Record<string, string>>
}

export interface Description<I extends z.ZodObject, O extends z.ZodType, L extends z.ZodType> {
  /** Names the form where something is kept for it. */
  noun: string
  newTitleId: MessageId
  /** Where saving a new record does more than that: what its button says, and what was done. */
  newSaveId?: MessageId
  newDone?: (reply: z.output<O>) => Done
  /** The message after a save, where it is not simply that it was saved. */
  savedId?: MessageId
  /** The record's name, as the title. */
  titleOf: (record: z.output<L>) => string
  load?: Endpoint<z.ZodType, L>
  /** The name by which that call takes the record's id; `id` unless told. */
  loadedBy?: string
  /** The call that asks for a save that is refused as needing an approval: it takes the save's input, and a `reason`. */
  approval?: Endpoint
  /** Values that a new record starts with. */
  empty?: Draft<z.input<I>>
  /** Where a record's fields are not the form's: the values of one. Otherwise those of the same names. */
  valuesOf?: (record: z.output<L>) => Draft<z.input<I>>
  sections: Section<z.input<I>>[]
  /** Below the sections where a record is read: what it says of itself that nobody fills in, as `Fact`s. */
  Facts?: (props: { record: z.output<L> }) => ReactNode
}

export type AnyField = Field<Values, unknown>
export interface AnySection extends Omit<Section<Values>, 'fields' | 'Extra'> {
  fields: [name: string, field: AnyField][]
  Extra?: (props: { values: Values; set: (change: Values) => void; readOnly: boolean }) => ReactNode
}

interface AnyDescription {
  noun: string
  newTitleId: MessageId
  newSaveId?: MessageId
  newDone?: (reply: object) => Done
  savedId?: MessageId
  titleOf: (record: object) => string
  load?: Endpoint
  loadedBy?: string
  approval?: Endpoint
  empty?: Values
  valuesOf?: (record: object) => Values
  sections: (Omit<AnySection, 'fields'> & { fields?: Record<string, AnyField | undefined> })[]
  Facts?: (props: { record: object }) => ReactNode
}

/** A form, described, whatever the noun is. */
export interface AnyForm {
  noun: string
  newTitleId: MessageId
  newSaveId?: MessageId
  newDone?: (reply: object) => Done
  savedId?: MessageId
  titleOf: (record: object) => string
  load: Endpoint | null
  loadedBy: string
  approval?: Endpoint
  save: Endpoint
  schema: z.ZodObject
  empty: Values
  valuesOf: (record: object) => Values
  sections: AnySection[]
  Facts?: (props: { record: object }) => ReactNode
}

/** A form, described: `V` is what it may start with, `R` what a save answers. */
export interface RecordForm<V, R> extends AnyForm {
  /** Only for the compiler: what fits `initial`, and what comes to `onSaved`. */
  readonly of?: { initial: (values: V) => void; saved: R }
}

/**
 * Describes the form of a noun. The fields of `save`'s input are the form's: a name it does not have, or a control whose
 * value is of another type, does not compile. What is required, and what is wrong, the schema says.
 */
export function describeForm<I extends z.ZodObject, O extends z.ZodType, L extends z.ZodType>(
  save: Endpoint<I, O>,
  description: Description<I, O, L>,
): RecordForm<Draft<z.input<I>>, z.output<O>>
export function describeForm(save: Endpoint<z.ZodObject>, description: AnyDescription): AnyForm {
  const { load = null, loadedBy = 'id', empty = {}, valuesOf, sections } = description
  const names = Object.keys(save.input.shape)
  const sameNames = (record: object) => Object.fromEntries(names.map((name) => [name, Reflect.get(record, name) as unknown]))
  return {
    ...description,
    load,
    loadedBy,
    save,
    empty,
    schema: save.input,
    // The names that the noun does not put itself come along: `id` and `version`, and what no field shows.
    valuesOf: (record) => ({ ...sameNames(record), ...valuesOf?.(record) }),
    sections: sections.map(({ fields = {}, ...section }) => ({ ...section, fields: Object.entries(fields).filter(isField) })),
  }
}

function isField(entry: [string, AnyField | undefined]): entry is [string, AnyField] {
  return entry[1] !== undefined
}

/** All fields of a form, in its order. */
export function fieldsOf({ sections }: Pick<AnyForm, 'sections'>): [name: string, field: AnyField][] {
  return sections.flatMap(({ fields }) => fields)
}
