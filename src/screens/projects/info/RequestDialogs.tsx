import { Alert, App, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/CallError.ts'
import { failureMessage } from '../../../api/callFailure.ts'
import { inPlace } from '../../../api/failures.ts'
import { invalidate, nounOf, useCall } from '../../../api/queries.ts'
import { ReasonInput } from '../../../form/controls/ReasonInput.tsx'
import { errorSentence } from '../../../form/values/errorWords.ts'
import { useFormats } from '../../../locale/formats.ts'
import type { MessageId } from '../../../locale/languages.ts'
import { joinSentences, listWords } from '../../../locale/joins.ts'

interface Props {
  project: Project
  onClose: () => void
}

/** Names of parts that a submission may lack, by field. */
const parts: Readonly<Record<string, MessageId>> = {
  bankOrgName: 'organisationKind.BANK',
  borrowerOrgName: 'organisationKind.BORROWER',
  farms: 'project.farms',
  collateral: 'project.collateral',
}

/** Returns why the request was refused. */
function refusal(intl: IntlShape, error: CallError): string {
  const missing = Object.entries(error.fields).flatMap(([field, code]) =>
    code === 'required' && parts[field] ? [intl.formatMessage({ id: parts[field] })] : [],
  )
  if (missing.length > 0) return intl.formatMessage({ id: 'project.missing' }, { parts: listWords(intl, missing) })
  const sentences = Object.values(error.fields).flatMap((code) => errorSentence(intl, { code }) ?? [])
  return sentences.length > 0 ? joinSentences(intl, ...sentences) : failureMessage(intl, error)
}

/** Requests that the parties of a draft open the project. */
export function SubmitDialog({ project, onClose }: Props) {
  const intl = useIntl()
  const { id, version } = project
  const { data: lines } = useCall(endpoints.collateral.list, { id, pageSize: 1000 }, { shows: inPlace })
  const drafted = lines?.list.reduce((sum, line) => sum + line.drafted, 0)
  return (
    <RequestDialog
      titleId="project.submit"
      doneId="project.submitted"
      onClose={onClose}
      ask={() => call(endpoints.projects.submit, { id, version }, { shows: inPlace })}
    >
      <p>{intl.formatMessage({ id: 'project.submitText' })}</p>
      {drafted !== undefined && drafted !== project.contractHeadcount && (
        <Alert
          type="warning"
          showIcon
          title={intl.formatMessage(
            { id: 'project.submitDifference' },
            { stated: project.contractHeadcount, named: drafted },
          )}
        />
      )}
    </RequestDialog>
  )
}

/** Requests that the bank of a running project closes it. */
export function CloseDialog({ project, onClose }: Props) {
  const intl = useIntl()
  const { amount } = useFormats()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { id, version } = project
  return (
    <RequestDialog
      titleId="project.askToClose"
      doneId="project.closeAsked"
      onClose={onClose}
      isReady={() => {
        setMissing(reason.trim() === '')
        return reason.trim() !== ''
      }}
      ask={() => call(endpoints.projects.askToClose, { id, version, reason: reason.trim() }, { shows: inPlace })}
    >
      <p>{intl.formatMessage({ id: 'project.askToCloseText' })}</p>
      {Number(project.loanBalance) > 0 && (
        <Alert
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'project.closeOwed' }, { amount: amount(project.loanBalance) })}
        />
      )}
      <ReasonInput
        labelId="approval.reason"
        value={reason}
        isMissing={isMissing}
        disabled={false}
        onChange={setReason}
      />
    </RequestDialog>
  )
}

interface DialogProps {
  titleId: MessageId
  doneId: MessageId
  onClose: () => void
  isReady?: () => boolean
  ask: () => Promise<unknown>
  children: ReactNode
}

function RequestDialog({ titleId, doneId, onClose, isReady, ask, children }: DialogProps) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function send() {
    if (isReady?.() === false) return
    setBusy(true)
    setFault(null)
    try {
      await ask()
      void message.success(intl.formatMessage({ id: doneId }))
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(refusal(intl, error))
      if (error.code === 'CONFLICT') invalidate(nounOf(endpoints.projects.detail))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={intl.formatMessage({ id: titleId })}
      okText={intl.formatMessage({ id: 'approval.send' })}
      cancelText={intl.formatMessage({ id: 'action.cancel' })}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={() => void send()}
      onCancel={() => !isBusy && onClose()}
    >
      {children}
      {fault !== null && <Alert type="error" showIcon title={fault} />}
    </Modal>
  )
}
