import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { articleTypes } from '#contract/content/articles.ts'
import { describeForm } from '../../form/describe.ts'
import { instant, select, toggle } from '../../form/fields.tsx'
import { croppedImage } from '../../form/files/imageFields.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import { textsField } from './textsField.tsx'

/** The width of a cover for one of its height: what share cards show whole. */
const coverRatio = 1200 / 630

/** An article in one language or several, with when it appears. */
export const articleForm = describeForm(endpoints.articles.addOrEdit, {
  noun: 'articles',
  newTitleId: 'article.new',
  titleOf: ({ title }) => title,
  load: endpoints.articles.detail,
  empty: { type: 'NEWS' },
  sections: [
    {
      fields: {
        type: select('article.type', articleTypes, { wordOf: (type) => `articleType.${type}` }),
        texts: textsField,
        coverImageId: croppedImage('article.cover', coverRatio),
      },
      Extra: ({ values, readOnly }) => !readOnly && <PreviewButton article={values} />,
    },
    {
      titleId: 'article.publication',
      fields: {
        publishAt: instant('article.publishAt', { hintId: 'article.publishAtHint', emptyId: 'article.notDecided' }),
        isWithdrawn: toggle('article.isWithdrawn', { hintId: 'article.isWithdrawnHint', shownWhen: ({ id }) => id != null }),
      },
      Extra: ({ values: { publishAt }, set, readOnly }) => !readOnly && (publishAt == null || Date.parse(String(publishAt)) > Date.now()) && <PublishNow onPress={() => set({ publishAt: new Date().toISOString() })} />,
    },
  ],
})

/** Puts the present moment into the form; saving publishes. */
function PublishNow({ onPress }: { onPress: () => void }) {
  return <Button onClick={onPress}>{useIntl().formatMessage({ id: 'article.publishNow' })}</Button>
}
