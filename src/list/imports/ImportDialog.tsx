import './imports.css'
import { Alert, App, Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { type Import, importedNouns } from '#contract/calls/imports.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { inPlace } from '../../api/failures.ts'
import { invalidate, useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { joinParts } from '../../locale/joins.ts'
import type { MessageId } from '../../locale/languages.ts'
import { CheckedSheet } from './CheckedSheet.tsx'
import { ChooseSheet } from './ChooseSheet.tsx'
import { MapColumns } from './MapColumns.tsx'
import { ImportProgress } from './ImportProgress.tsx'

/** Polling interval during an import, ms. */
const pollIntervalMs = 1000

interface Props {
  save: Endpoint
  titleId: MessageId
  onClose: () => void
}

/** Titles of the lists that have imports. */
const tableTitles = {
  animals: 'animal.title',
  gateways: 'gateway.title',
  neckbands: 'neckband.title',
} as const satisfies Record<Import['noun'], MessageId>

const isUnderWay = ({ state }: Import) => state === 'READING' || state === 'WRITING'

/** The user's import of a sheet: choose, check, review, write. It continues when the dialog closes. */
export function ImportDialog({ save, titleId, onClose }: Props) {
  const intl = useIntl()
  const { message } = App.useApp()
  /** Imports that ended before this dialog opened are not shown. */
  const [shownId, setShownId] = useState<number | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  /** The file that was checked last, and the one to check again with mapped columns. */
  const [file, setFile] = useState<File | null>(null)
  const [again, setAgain] = useState<File | null>(null)
  const loaded = useCall(
    endpoints.imports.current,
    {},
    { shows: inPlace, intervalMs: pollIntervalMs, isForgotten: true },
  )
  const currentImport = loaded.data ?? null
  const noun = importedNouns.find((name) => endpoints[name].addOrEdit.path === save.path)
  const isUnfinished = currentImport !== null && (isUnderWay(currentImport) || currentImport.state === 'CHECKED')
  const isOpen = isUnfinished && currentImport.noun === noun
  /** An unfinished import of another table. It is finished there, under its own title. */
  const elsewhere = isUnfinished && !isOpen ? currentImport : null
  if (currentImport !== null && isOpen && shownId !== currentImport.id) setShownId(currentImport.id)
  const shown =
    currentImport !== null && currentImport.state !== 'CANCELLED' && currentImport.id === shownId && !isChoosing
      ? currentImport
      : null

  const isDone = shown?.state === 'DONE'
  useEffect(() => {
    if (isDone) invalidate('animals', 'gateways', 'neckbands')
  }, [isDone])

  const ask = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      // Refusals by the server have already been reported.
      if (!(error instanceof CallError)) throw error
    }
    await loaded.refetch()
  }
  const cancel = (id: number) => void ask(call(endpoints.imports.cancel, { id }))
  const commit = (id: number, leavesOutFaulty: boolean) =>
    void ask(call(endpoints.imports.commit, { id, leavesOutFaulty, ...(noun && { noun }) }))
  const mapped = () => {
    if (file === null) void message.info(intl.formatMessage({ id: 'import.mapKept' }))
    setAgain(file)
    setChoosing(true)
  }
  const begun = (id: number, sent: File) => {
    setFile(sent)
    setAgain(null)
    setShownId(id)
    setChoosing(false)
    void loaded.refetch()
  }

  return (
    <Modal
      open
      className="import-dialog"
      width={760}
      title={joinParts(intl, intl.formatMessage({ id: 'import.action' }), intl.formatMessage({ id: titleId }))}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
    >
      {loaded.error !== null && currentImport === null && (
        <Alert type="error" title={loadFailureMessage(intl, loaded.error)} />
      )}
      {loaded.isPending && <SkeletonLines />}
      {elsewhere && (
        <Alert
          type="warning"
          showIcon
          title={intl.formatMessage(
            { id: 'import.elsewhere' },
            { name: elsewhere.fileName, table: intl.formatMessage({ id: tableTitles[elsewhere.noun] }) },
          )}
        />
      )}
      {shown === null && !loaded.isPending && (
        <ChooseSheet save={save} titleId={titleId} onBegun={begun} again={again} />
      )}
      {shown && isUnderWay(shown) && <ImportProgress one={shown} onCancel={() => cancel(shown.id)} />}
      {shown?.state === 'CHECKED' && (
        <CheckedSheet
          one={shown}
          onCommit={(leavesOut) => commit(shown.id, leavesOut)}
          onAgain={() => setChoosing(true)}
          onMapped={mapped}
          onCancel={() => cancel(shown.id)}
        />
      )}
      {shown && (isDone || shown.state === 'FAILED') && (
        <>
          {isDone && (
            <Alert type="success" showIcon title={intl.formatMessage({ id: 'import.done' }, { count: shown.done })} />
          )}
          {shown.failure !== null && (
            <Alert
              type="error"
              showIcon
              title={intl.formatMessage(
                { id: `importFailure.${shown.failure}` },
                { titles: intl.formatList(shown.titles) },
              )}
            />
          )}
          {shown.state === 'FAILED' && shown.ignored.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={intl.formatMessage({ id: 'import.found' }, { titles: intl.formatList(shown.ignored) })}
            />
          )}
          {shown.failure === 'MISSING_COLUMNS' && shown.ignored.length > 0 && (
            <MapColumns noun={shown.noun} titles={shown.ignored} onMapped={mapped} />
          )}
          <div className="import-actions row">
            <Button onClick={() => setChoosing(true)}>{intl.formatMessage({ id: 'import.again' })}</Button>
            <Button type="primary" onClick={onClose}>
              {intl.formatMessage({ id: 'action.close' })}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
