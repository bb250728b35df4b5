import { expect, test } from 'vitest'
import type { animalInputSchema } from '#contract/herd/animals.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { z } from 'zod'
import { describeForm, fieldsOf, type FieldsOf } from './describe.ts'
import { date, number, select, text, toggle } from './fields.tsx'
import { group } from './parts.tsx'

type Animal = z.input<typeof animalInputSchema>

const fields = {
  visualTag: text('organisation.name'),
  birthDate: date('organisation.name'),
  sex: select('organisation.name', ['MALE', 'FEMALE'], { wordOf: () => 'form.yes' }),
  electronicTag: group('organisation.name', {
    scheme: select('organisation.name', ['CN', 'ISO_11784'], { wordOf: () => 'form.no' }),
    value: text('organisation.name'),
  }),
  breed: text('organisation.name', {
    shownWhen: ({ category }) => category === 'CATTLE',
    changesWith: () => ({ sex: null }),
  }),
} satisfies FieldsOf<Animal>

// None of these compiles: were one of them to, the compiler would say that no error is expected here.
export const misfits: FieldsOf<Animal>[] = [
  // @ts-expect-error no such field
  { visualTags: text('organisation.name') },
  // @ts-expect-error a number's control for a text
  { visualTag: number('organisation.name') },
  // @ts-expect-error a choice that the schema has not
  { sex: select('organisation.name', ['MALE', 'STEER'], { wordOf: () => 'form.yes' }) },
  // @ts-expect-error any text for one of a few
  { sex: text('organisation.name') },
  // @ts-expect-error a yes or no for an id
  { farmId: toggle('organisation.name') },
  // @ts-expect-error a part that the tag has not
  { electronicTag: group('organisation.name', { number: text('organisation.name') }) },
  // @ts-expect-error one thing for a list of them
  { plan: text('organisation.name') },
  // @ts-expect-error another field, changed to a value it can't have
  { breed: text('organisation.name', { changesWith: () => ({ sex: 'STEER' }) }) },
  // @ts-expect-error depends on a field that is not there
  { breed: text('organisation.name', { shownWhen: ({ colour }) => colour === 'red' }) },
  // @ts-expect-error words that nobody has written
  { breed: text('organisation.nom') },
]

test('lists fields by section and takes a record’s values by name', () => {
  const form = describeForm(endpoints.animals.addOrEdit, {
    noun: 'animals',
    newTitleId: 'organisation.new',
    titleOf: ({ visualTag }) => visualTag,
    load: endpoints.animals.detail,
    sections: [{ fields: { visualTag: fields.visualTag } }, { fields: { breed: fields.breed, sex: fields.sex } }],
  })
  expect(fieldsOf(form).map(([name]) => name)).toEqual(['visualTag', 'breed', 'sex'])
  expect(form.titleOf({ visualTag: '0047' })).toBe('0047')
  // A value that no field shows comes along: a save must not lose it.
  expect(form.valuesOf({ id: 7, visualTag: '0047', farmId: 3, status: 'IN_HERD' })).toMatchObject({
    id: 7,
    visualTag: '0047',
    farmId: 3,
  })
  expect(form.valuesOf({ id: 7, status: 'IN_HERD' })).not.toHaveProperty('status')
})
