import './articles.css'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { contentLanguages } from '#contract/content/texts.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { Field } from '../../form/describe.ts'
import { RichTextShown } from '../../entities/rich-text/richTextField.tsx'
import type { Texts } from './texts.ts'
import { TextsInput } from './TextsInput.tsx'

/** Field for the texts of an article, by language. */
export const textsField: Field<object, Texts> = {
  labelId: 'article.texts',
  isWide: true,
  isSelfContained: true,
  isMandatory: true,
  showsInside: true,
  Input: TextsInput,
  Show: ({ value }) => <ShownTexts texts={value} />,
}

function ShownTexts({ texts }: { texts: Texts }) {
  const intl = useIntl()
  return contentLanguages.map((language) => {
    const text = texts[language]
    return (
      text && (
        <div key={language} className="article-shown" lang={language}>
          <p className="article-shown-language">{intl.formatMessage({ id: `contentLanguage.${language}` })}</p>
          <h4>{text.title}</h4>
          {text.summary !== '' && <p>{text.summary}</p>}
          <Suspense fallback={<SkeletonLines />}>
            <RichTextShown html={text.body} />
          </Suspense>
        </div>
      )
    )
  })
}
