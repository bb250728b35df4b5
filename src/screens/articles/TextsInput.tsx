import { Button, Form, Input, Popconfirm } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { type ContentLanguage, contentLanguages } from '#contract/content/texts.ts'
import { Tabs } from '../../controls/Tabs.tsx'
import { RichTextEditor } from '../../entities/rich-text/richTextField.tsx'
import type { FieldProps } from '../../form/describe.ts'
import { wordsOfError } from '../../form/values/errorWords.ts'
import { errorsAt, type FieldErrors } from '../../form/values/fieldErrors.ts'
import { listWords } from '../../locale/joins.ts'
import { type MessageId } from '../../locale/languages.ts'
import { useLocale } from '../../locale/locale.ts'
import type { Texts } from './texts.ts'

const nothing = { title: '', summary: '', body: '' }

/** Input for an article's texts: a tab per existing language, and buttons to add others. */
export function TextsInput({ id, value, onChange, onBlur, disabled, errors, ...props }: FieldProps<object, Texts>) {
  const intl = useIntl()
  const own = useLocale(({ language }) => language)
  const texts: Texts =
    value && Object.keys(value).length > 0
      ? value
      : { [contentLanguages.find((language) => language === own) ?? contentLanguages[0]]: nothing }
  const available = contentLanguages.filter((language) => texts[language] !== undefined)
  const missing = contentLanguages.filter((language) => texts[language] === undefined)
  const wrong = available.find((language) => Object.keys(errorsAt(errors, language)).length > 0)
  const [chosen, setChosen] = useState<ContentLanguage | null>(null)
  const active = available.find((language) => language === chosen) ?? available[0] ?? contentLanguages[0]
  const nameOf = (language: ContentLanguage) => intl.formatMessage({ id: `contentLanguage.${language}` })
  const words = { language: nameOf(active) }

  function add(language: ContentLanguage) {
    onChange({ ...texts, [language]: nothing })
    setChosen(language)
  }
  function remove() {
    onChange(Object.fromEntries(Object.entries(texts).filter(([language]) => language !== active)))
  }
  return (
    <div role="group" aria-label={props.label} className="article-texts">
      <Tabs
        label={intl.formatMessage({ id: 'article.language' })}
        active={active}
        tabs={available.map((language) => ({
          key: language,
          title: (
            <>
              {nameOf(language)}
              {language !== active && Object.keys(errorsAt(errors, language)).length > 0 && (
                <span className="article-texts-wrong"> !</span>
              )}
            </>
          ),
        }))}
        onChange={setChosen}
      >
        {wrong !== undefined && wrong !== active && (
          <p role="alert" className="file-input-error">
            {intl.formatMessage(
              { id: 'article.wrongIn' },
              {
                language: nameOf(wrong),
                fault: Object.values(errorsAt(errors, wrong)).map((error) =>
                  wordsOfError(intl, error, nameOf(wrong)),
                )[0],
              },
            )}
          </p>
        )}
        <OneText
          key={active}
          id={`${id}-${active}`}
          language={active}
          text={texts[active] ?? nothing}
          errors={errorsAt(errors, active)}
          disabled={disabled}
          onBlur={onBlur}
          onChange={(text) => onChange({ ...texts, [active]: text })}
        />
        {available.length > 1 && (
          <Popconfirm
            title={intl.formatMessage({ id: 'article.removeLanguage' }, words)}
            description={intl.formatMessage({ id: 'article.removeLanguageText' })}
            onConfirm={remove}
          >
            <Button type="text" danger size="small" disabled={disabled}>
              {intl.formatMessage({ id: 'article.removeLanguage' }, words)}
            </Button>
          </Popconfirm>
        )}
      </Tabs>
      {missing.length > 0 && (
        <div className="article-texts-missing row">
          <span>
            {intl.formatMessage(
              { id: 'article.fallback' },
              { missing: listWords(intl, missing.map(nameOf)), shown: nameOf(available[0] ?? active) },
            )}
          </span>
          {missing.map((language) => (
            <Button key={language} size="small" disabled={disabled} onClick={() => add(language)}>
              {intl.formatMessage({ id: 'article.addLanguage' }, { language: nameOf(language) })}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

type Text = NonNullable<Texts[ContentLanguage]>

interface TextProps {
  id: string
  language: ContentLanguage
  text: Text
  errors: FieldErrors
  disabled: boolean
  onChange: (text: Text) => void
  onBlur: () => void
}

/** Title, summary and body in one language. */
function OneText({ id, language, text, errors, disabled, onChange, onBlur }: TextProps) {
  const intl = useIntl()
  const set = (change: Partial<Text>) => onChange({ ...text, ...change })
  /** Returns the props that link a control to its label, hint and error. */
  const part = (name: keyof Text, labelId: MessageId, hintId?: MessageId) => {
    const [error] = Object.values(errorsAt(errors, name))
    const [own, label] = [`${id}-${name}`, intl.formatMessage({ id: labelId })]
    const aria = {
      id: own,
      disabled,
      onBlur,
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': error ? `${own}-error` : hintId ? `${own}-hint` : undefined,
      'aria-required': name === 'title' || undefined,
    }
    const row = {
      className: 'form-field form-field-wide',
      label,
      htmlFor: own,
      required: name === 'title',
      help: error && <span id={`${own}-error`}>{wordsOfError(intl, error, label)}</span>,
      extra: hintId && <span id={`${own}-hint`}>{intl.formatMessage({ id: hintId })}</span>,
      ...(error && { validateStatus: 'error' as const }),
    }
    return { aria, row, label }
  }
  const [title, summary, body] = [
    part('title', 'article.heading'),
    part('summary', 'article.summary', 'article.summaryHint'),
    part('body', 'article.body'),
  ]
  return (
    <div lang={language}>
      <Form.Item {...title.row}>
        <Input
          {...title.aria}
          autoComplete="off"
          value={text.title}
          onChange={({ target }) => set({ title: target.value })}
        />
      </Form.Item>
      <Form.Item {...summary.row}>
        <Input.TextArea
          {...summary.aria}
          autoSize={{ minRows: 2, maxRows: 5 }}
          value={text.summary}
          onChange={({ target }) => set({ summary: target.value })}
        />
      </Form.Item>
      <Form.Item {...body.row}>
        <Suspense>
          <RichTextEditor
            {...body.aria}
            label={body.label}
            value={text.body}
            onChange={(html) => set({ body: html ?? '' })}
          />
        </Suspense>
      </Form.Item>
    </div>
  )
}
