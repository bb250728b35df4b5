import '../project.css'
import './check.css'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { maxCheckedTags } from '#contract/projects/pledges.ts'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/CallError.ts'
import { type CallFailure, callFailureOf } from '../../../api/callFailure.ts'
import { inPlace } from '../../../api/failures.ts'
import { PageHeading } from '../../../navigation/PageHeading.tsx'
import { CallErrorAlert } from '../../../shell/auth/CallErrorAlert.tsx'
import { CheckedTags } from './CheckedTags.tsx'
import { TagsFile } from './TagsFile.tsx'
import { readTags } from './readTags.ts'

/** Maximum tags listed; further ones are only counted. */
const maxNamed = 5

/** Checks before lending which electronic ear tags are already pledged, without naming the pledgee. */
export function PledgeCheckScreen() {
  const intl = useIntl()
  const id = useId()
  const [text, setText] = useState('')
  const [reply, setReply] = useState<Reply<typeof endpoints.pledges.check> | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { tags, others } = readTags(text)
  const isTooMany = tags.length > maxCheckedTags

  function change(next: string) {
    setText(next)
    setReply(null)
    setFailure(null)
  }
  async function ask() {
    setAsking(true)
    setFailure(null)
    try {
      setReply(await call(endpoints.pledges.check, { tags }, { shows: inPlace }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(callFailureOf(error))
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <PageHeading />
      <div className="pledge-check">
        <section className="panel" aria-label={intl.formatMessage({ id: 'pledgeCheck.tags' })}>
          <p id={`${id}-text`} className="pledge-check-text">
            {intl.formatMessage({ id: 'pledgeCheck.text' }, { most: maxCheckedTags })}
          </p>
          <CallErrorAlert failure={failure} />
          <label htmlFor={id}>{intl.formatMessage({ id: 'pledgeCheck.tags' })}</label>
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 6, maxRows: 16 }}
            inputMode="numeric"
            aria-describedby={`${id}-text ${id}-count`}
            value={text}
            disabled={isAsking}
            onChange={({ target }) => change(target.value)}
          />
          <p id={`${id}-count`} className="pledge-check-count" role="status" data-wrong={isTooMany || undefined}>
            {intl.formatMessage(
              { id: isTooMany ? 'pledgeCheck.tooMany' : 'pledgeCheck.count' },
              { count: tags.length, most: maxCheckedTags },
            )}{' '}
            {others.length > 0 &&
              intl.formatMessage(
                { id: 'pledgeCheck.others' },
                { count: others.length, tags: intl.formatList(others.slice(0, maxNamed)) },
              )}
          </p>
          <div className="row pledge-check-actions">
            <Button
              type="primary"
              loading={isAsking}
              disabled={tags.length === 0 || isTooMany}
              onClick={() => void ask()}
            >
              {intl.formatMessage({ id: 'pledgeCheck.ask' })}
            </Button>
            <TagsFile disabled={isAsking} onRead={change} />
          </div>
        </section>
        {reply && <CheckedTags checked={reply.tags} />}
      </div>
    </>
  )
}
