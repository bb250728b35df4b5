import { endpoints } from '#contract/calls/endpoints.ts'
import { arrivals } from '#contract/projects/collateral.ts'
import { lookupField } from '../../../entities/lookups/lookupField.tsx'
import { tagsField } from '../../../entities/policies/tagsField.tsx'
import { type Done, describeForm } from '../../../form/describe.ts'
import { date, money, select, text, textarea } from '../../../form/fields.tsx'
import { ChosenAnimals } from './ChosenAnimals.tsx'
import { decimal } from './decimalField.tsx'

const category = lookupField('collateral.category', 'CATEGORY')
const price = {
  unitPrice: money('collateral.unitPrice'),
  pricedOn: date('collateral.pricedOn'),
  priceSource: text('collateral.priceSource'),
  haircut: decimal('collateral.haircut', { places: 4, step: 0.05, hintId: 'collateral.haircutHint' }),
}
const terms = {
  categoryId: category,
  unitId: lookupField('collateral.unit', 'UNIT'),
  quantity: decimal('collateral.quantity', { places: 3, step: 1 }),
  ...price,
  remark: textarea('collateral.remark', { rows: 2 }),
} as const
const arrival = select('collateral.arrival', arrivals, { wordOf: (one) => `collateral.arrival.${one}` })
const reason = textarea('ticket.reason', { rows: 2 })

/** Message that the change was made, or requested. */
const doneMessage = ({ ticketId }: { ticketId: number | null }): Done => ({
  id: ticketId === null ? 'collateral.saved' : 'collateral.asked',
  values: {},
})
const begun = { titleOf: () => '', newSaveId: 'form.save', newDone: doneMessage } as const
const chosen = { titleId: 'animal.title', fields: { tags: tagsField }, Extra: ChosenAnimals } as const

/** Form of a new line, which in a running project becomes a request to the bank. */
export const newLineForm = (isDraft: boolean) =>
  describeForm(endpoints.collateral.create, {
    ...begun,
    ...(!isDraft && { newSaveId: 'collateral.ask' }),
    noun: 'collateral.new',
    newTitleId: 'collateral.new',
    initialValues: { haircut: '0', arrival: 'PURCHASE' },
    sections: [{ fields: terms }, chosen, { ...(!isDraft && { fields: { arrival, reason } }) }],
  })

/** Form of a draft line; its animals stay unless others are chosen. */
export const editLineForm = describeForm(endpoints.collateral.edit, {
  ...begun,
  noun: 'collateral.edit',
  newTitleId: 'collateral.edit',
  sections: [{ fields: terms }, chosen],
})

export const addAnimalsForm = describeForm(endpoints.collateral.addAnimals, {
  ...begun,
  newSaveId: 'collateral.ask',
  noun: 'collateral.animals',
  newTitleId: 'collateral.change.ADD_ANIMALS',
  initialValues: { arrival: 'PURCHASE' },
  sections: [{ fields: { tags: tagsField }, Extra: ChosenAnimals }, { fields: { arrival, reason } }],
})

export const repriceForm = (isDraft: boolean) =>
  describeForm(endpoints.collateral.reprice, {
    ...begun,
    ...(!isDraft && { newSaveId: 'collateral.ask' }),
    noun: 'collateral.reprice',
    newTitleId: 'collateral.change.REPRICE',
    sections: [{ fields: isDraft ? price : { ...price, reason } }],
  })
