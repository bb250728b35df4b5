import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { publishImmediately } from '#contract/content/articles.ts'
import type { Field, FieldProps } from '../../form/describe.ts'
import { instant } from '../../form/fields.tsx'

const moment = instant<object>('article.publishAt', { hintId: 'article.publishAtHint', emptyId: 'article.notDecided' })

/** Field for the time of publication: a minute, or the time of saving by the server's clock. */
export const publishAtField: Field<object, string | number> = {
  ...moment,
  Show: ({ value }) => (value === publishImmediately ? <WithSave /> : <moment.Show value={value} />),
  Input: (props) => (props.value === publishImmediately ? <AtOnce {...props} /> : <moment.Input {...props} />),
}

function WithSave() {
  return useIntl().formatMessage({ id: 'article.withSave' })
}

function AtOnce({ id, onChange, disabled }: FieldProps<object, string | number>) {
  const intl = useIntl()
  return (
    <div className="row">
      <span role="status">
        <WithSave />
      </span>
      <Button id={id} size="small" disabled={disabled} onClick={() => onChange(null)}>
        {intl.formatMessage({ id: 'article.chooseMinute' })}
      </Button>
    </div>
  )
}
