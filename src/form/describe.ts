import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { MessageId } from '../locale/languages.ts'
import type { ControlProps } from './controls/controlProps.ts'
import type { FieldErrors } from './values/fieldErrors.ts'
import type { Values } from './values/normalize.ts'

/** Values of a form during input, when any field may still be empty. */
export type Draft<V> = { [K in keyof V]?: V[K] | null | undefined }

/** Props of a field's control, including the form's other values. */
export interface FieldProps<V, T> extends ControlProps<T> {
  id: string
  onChange: (value: T | null) => void
  onBlur: () => void
  disabled: boolean
  values: V
  /** Errors inside the value by relative path (`3.unitPrice`), for controls with several inputs. */
  errors: FieldErrors
  label: string
}

export interface FieldOptions<V, T> {
  hintId?: MessageId
  placeholderId?: MessageId
  /** Text for an empty value in read-only views. */
  emptyId?: MessageId
  /** Takes the full width; other fields stand two in a row. */
  isWide?: boolean
  /** Conditions on other values: when the field is shown, and when it cannot be changed. */
  shownWhen?: (values: V) => boolean
  lockedWhen?: (values: V) => boolean
  /** Requires a value where the field is shown, always or by condition, even though the schema accepts none. */
  isMandatory?: true | ((values: V) => boolean)
  /** Returns other values that change along with this one. */
  changesWith?: (value: T | null, values: V) => Partial<NoInfer<V>>
}

/** Field of a form over `V`, with values of type `T`. */
export interface Field<V, T> extends FieldOptions<V, T> {
  labelId: MessageId
  Input: (props: FieldProps<V, T>) => ReactNode
  /** Shows the value as text, in details and conflict dialogs. */
  Show: (props: { value: T }) => ReactNode
  /** Never stored, compared or displayed: passwords and codes. */
  isSecret?: boolean
  /** The control displays errors inside its value itself. */
  showsInside?: boolean
  /** The control does not read other fields. */
  isSelfContained?: boolean
  /** An amount: before a change of more than tenfold is saved, the person is asked. */
  isAmount?: boolean
  /** Always has a value, so it is never marked as required. */
  isNeverEmpty?: boolean
}

/** Fields by the names of a record's properties; a control with another value type does not compile. Shared ones are `{…} satisfies FieldsOf<…>`. */
export type FieldsOf<V> = { [K in keyof V]?: Field<Draft<V>, NonNullable<V[K]>> }

export interface Section<V> {
  titleId?: MessageId
  textId?: MessageId
  shownWhen?: (values: Draft<V>) => boolean
  fields?: FieldsOf<V>
  /** Custom content below the fields; `set` changes values of the form. */
  Extra?: (props: { values: Draft<V>; set: (change: Draft<V>) => void; readOnly: boolean }) => ReactNode
}

/** Success message with its values. */
export interface Done {
  id: MessageId
  values: Readonly<Record<string, string>>
}

export interface Description<I extends z.ZodObject, O extends z.ZodType, L extends z.ZodType> {
  /** Identifies the form's drafts in browser storage. */
  noun: string
  newTitleId: MessageId
  /** Button text and success message for a new record whose save does more than save. */
  newSaveId?: MessageId
  newDone?: (reply: z.output<O>) => Done
  /** Message after a save, instead of the default one. */
  savedId?: MessageId
  /** Name of the record, used as the title. */
  titleOf: (record: z.output<L>) => string
  load?: Endpoint<z.ZodType, L>
  /** Name of the record's id in the input of `load`; `id` by default. */
  loadIdField?: string
  /** Call that requests an approval for a refused save: takes the save's input and a `reason`. */
  approval?: Endpoint
  /** Initial values of a new record. */
  initialValues?: Draft<z.input<I>>
  /** Converts a record to form values where they differ; by default fields of the same names are copied. */
  valuesOf?: (record: z.output<L>) => Draft<z.input<I>>
  sections: Section<z.input<I>>[]
  /** Facts of a record that nobody edits, below the sections in read-only views. */
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
  loadIdField?: string
  approval?: Endpoint
  initialValues?: Values
  valuesOf?: (record: object) => Values
  sections: (Omit<AnySection, 'fields'> & { fields?: Record<string, AnyField | undefined> })[]
  Facts?: (props: { record: object }) => ReactNode
}

/** Form description of any noun. */
export interface AnyForm {
  noun: string
  newTitleId: MessageId
  newSaveId?: MessageId
  newDone?: (reply: object) => Done
  savedId?: MessageId
  titleOf: (record: object) => string
  load: Endpoint | null
  loadIdField: string
  approval?: Endpoint
  save: Endpoint
  schema: z.ZodObject
  initialValues: Values
  valuesOf: (record: object) => Values
  sections: AnySection[]
  Facts?: (props: { record: object }) => ReactNode
}

/** Form description: `V` is the type of initial values, `R` the reply of a save. */
export interface RecordForm<V, R> extends AnyForm {
  /** For type inference only: the types of `initial` and of the argument of `onSaved`. */
  readonly of?: { initial: (values: V) => void; saved: R }
}

/**
 * Describes the form of a noun. Its fields are those of `save`'s input.
 * An unknown name, or a control with another value type, does not compile. The schema decides which fields are required and valid.
 */
export function describeForm<I extends z.ZodObject, O extends z.ZodType, L extends z.ZodType>(
  save: Endpoint<I, O>,
  description: Description<I, O, L>,
): RecordForm<Draft<z.input<I>>, z.output<O>>
export function describeForm(save: Endpoint<z.ZodObject>, description: AnyDescription): AnyForm {
  const { load = null, loadIdField: loadedBy = 'id', initialValues: empty = {}, valuesOf, sections } = description
  const names = Object.keys(save.input.shape)
  const sameNames = (record: object) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(record, name) as unknown]))
  return {
    ...description,
    load,
    loadIdField: loadedBy,
    save,
    initialValues: empty,
    schema: save.input,
    // Copies all values that the noun does not convert itself: `id`, `version`, and values without a field.
    valuesOf: (record) => ({ ...sameNames(record), ...valuesOf?.(record) }),
    sections: sections.map(({ fields = {}, ...section }) => ({
      ...section,
      fields: Object.entries(fields).filter(isField),
    })),
  }
}

function isField(entry: [string, AnyField | undefined]): entry is [string, AnyField] {
  return entry[1] !== undefined
}

/** Returns all fields of a form in order. */
export function fieldsOf({ sections }: Pick<AnyForm, 'sections'>): [name: string, field: AnyField][] {
  return sections.flatMap(({ fields }) => fields)
}
