import { type AnyField, type AnyForm, fieldsOf } from '../../form/describe.ts'
import { Shown } from '../../form/RecordDetails.tsx'
import { isUnset, type Values } from '../../form/values/normalize.ts'
import type { MessageId } from '../../locale/languages.ts'
import { bannerForm, introductionForm, itemForms, type ItemKind, officialAccountForm } from './marketingForms.tsx'

/** Converts an item to form values, as the page names the pictures of a use case differently. */
const valuesOf = (item: Values): Values => ({
  ...item,
  ...(Array.isArray(item['images']) && { imageIds: item['images'].map(({ id }: { id: string }) => id) }),
})

interface ItemsProps {
  fields: [name: string, field: AnyField][]
  items: readonly Values[]
}

function ShownItems({ fields, items }: ItemsProps) {
  return (
    <ul className="market-history">
      {items.map(valuesOf).map((item) => (
        <li key={String(item['id'])}>
          {fields
            .filter(([name]) => !isUnset(item[name]))
            .map(([name, field]) => (
              <div key={name}>
                <Shown field={field} value={item[name]} />
              </div>
            ))}
        </li>
      ))}
    </ul>
  )
}

/** Returns a history section for a list, which shows each item's fields in the order of its form. */
function listed(kind: ItemKind, labelId: MessageId): [ItemKind, AnyField] {
  const fields = fieldsOf(itemForms[kind](null))
  return [
    kind,
    { labelId, Show: ({ value }) => <ShownItems fields={fields} items={value as Values[]} />, Input: () => null },
  ]
}

/** Sections of the page's history, by name; list sections show their changed items. */
export const pageHistory: Pick<AnyForm, 'sections'> = {
  sections: [
    ...bannerForm.sections,
    ...introductionForm.sections,
    ...officialAccountForm.sections,
    {
      fields: [
        listed('useCases', 'marketing.useCases'),
        listed('news', 'marketing.news'),
        listed('partnerships', 'partner.title'),
        listed('links', 'marketing.links'),
      ],
    },
  ],
}
