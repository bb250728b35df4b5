import { endpoints } from '#contract/calls/endpoints.ts'
import { articleTypes, publishImmediately } from '#contract/content/articles.ts'
import { describeForm } from '../../form/describe.ts'
import { select, toggle } from '../../form/fields.tsx'
import { croppedImage } from '../../form/files/imageFields.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import { publishAtField } from './publishAtField.tsx'
import { PublishNow } from './PublishNow.tsx'
import { textsField } from './textsField.tsx'

/** Ratio of a cover, width to height, which link previews show uncropped. */
const coverRatio = 1200 / 630

/** Form of an article with its texts in one or several languages and its time of publication. */
export const articleForm = describeForm(endpoints.articles.addOrEdit, {
  noun: 'articles',
  newTitleId: 'article.new',
  titleOf: ({ title }) => title,
  load: endpoints.articles.detail,
  savedId: 'form.submitted',
  initialValues: { type: 'NEWS' },
  sections: [
    {
      fields: {
        type: select('article.type', articleTypes, { wordOf: (type) => `articleType.${type}`, isMandatory: true }),
        texts: textsField,
        coverImageId: croppedImage('article.cover', coverRatio),
      },
      Extra: ({ values, readOnly }) => !readOnly && <PreviewButton article={values} />,
    },
    {
      titleId: 'article.publication',
      fields: {
        publishAt: publishAtField,
        isWithdrawn: toggle('article.isWithdrawn', {
          hintId: 'article.isWithdrawnHint',
          shownWhen: ({ id }) => id != null,
        }),
      },
      Extra: ({ values: { id, publishAt }, set, readOnly }) =>
        !readOnly &&
        publishAt !== publishImmediately && (
          <PublishNow
            id={id ?? null}
            publishAt={publishAt ?? null}
            onPress={() => set({ publishAt: publishImmediately })}
          />
        ),
    },
  ],
})
