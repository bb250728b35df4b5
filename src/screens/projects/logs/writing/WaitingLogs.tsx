import { App } from 'antd'
import { type IntlShape, useIntl } from 'react-intl'
import { Button } from '../../../../controls/Button.tsx'
import { useFormats } from '../../../../locale/formats.ts'
import { joinParts } from '../../../../locale/joins.ts'
import { Tag } from '../../../../list/grid/cells.tsx'
import type { Tone } from '../../../../list/describe.ts'
import type { StoredLog, Refusal } from '../../../../storage/logShelf.ts'
import { dropLog, saveLog, useLogStore } from '../../../../store/logs/logStore.ts'
import { sendLogs } from '../../../../store/logs/sendLogs.ts'

const tones: Record<StoredLog['state'], Tone> = { DRAFT: 'neutral', QUEUED: 'unverified', REFUSED: 'critical' }

function refusalWords(intl: IntlShape, { fields, message }: Refusal): string {
  if (fields['day'] === 'future') return intl.formatMessage({ id: 'dailyLog.dayIsFuture' })
  return fields['correctsId'] === 'corrected' ? intl.formatMessage({ id: 'dailyLog.wasCorrected' }) : message
}

interface Props {
  /** Key of the log open in the form. */
  openKey: string | null
  onOpen: (log: StoredLog) => void
}

/** Logs stored on this device: drafts, waiting for a network, or refused with a reason. */
export function WaitingLogs({ openKey, onOpen }: Props) {
  const intl = useIntl()
  const { modal } = App.useApp()
  const { date, instant } = useFormats()
  const { logs, isSending } = useLogStore()
  const shown = logs.filter(({ key, state }) => state !== 'DRAFT' || key !== openKey)
  if (shown.length === 0) return null
  const nameOf = (log: StoredLog) => joinParts(intl, log.projectCode, log.farmName, date(log.day))

  const discard = (log: StoredLog) =>
    void modal.confirm({
      title: intl.formatMessage({ id: 'dailyLog.discardTitle' }),
      content: intl.formatMessage({ id: 'dailyLog.discardText' }, { log: nameOf(log) }),
      okText: intl.formatMessage({ id: 'dailyLog.discard' }),
      okButtonProps: { danger: true },
      cancelText: intl.formatMessage({ id: 'action.cancel' }),
      onOk: () => dropLog(log),
    })
  const edit = async (log: StoredLog) => {
    // A log whose original has since been corrected by another one becomes independent.
    const correctsId = log.refusal?.fields['correctsId'] === undefined ? log.correctsId : null
    const draft: StoredLog = { ...log, correctsId, state: 'DRAFT', refusal: null }
    await saveLog(draft)
    onOpen(draft)
  }

  return (
    <section className="panel log-part" aria-labelledby="log-waiting">
      <h2 id="log-waiting">{intl.formatMessage({ id: 'dailyLog.waiting' }, { count: shown.length })}</h2>
      <ul className="log-waiting">
        {shown.map((log) => (
          <li key={log.key}>
            <p>
              <Tag tone={tones[log.state]}>{intl.formatMessage({ id: `keptLog.${log.state}` })}</Tag>{' '}
              <b>{nameOf(log)}</b>
            </p>
            <p className="log-quiet">
              {joinParts(
                intl,
                log.writtenAt !== null &&
                  intl.formatMessage({ id: 'dailyLog.writtenAt' }, { at: instant(log.writtenAt, log.timeZone) }),
                intl.formatMessage({ id: 'dailyLog.photoCount' }, { count: log.photos.length }),
              )}
            </p>
            {log.refusal && <p className="log-fault">{refusalWords(intl, log.refusal)}</p>}
            <div className="row log-waiting-buttons">
              {log.state === 'QUEUED' && (
                <Button look="primary" onClick={() => void sendLogs()}>
                  {intl.formatMessage({ id: 'dailyLog.sendNow' })}
                </Button>
              )}
              {/* A queued log may already be on the server, where an edit would be lost. */}
              {log.state !== 'QUEUED' && (
                <Button onClick={() => void edit(log)}>{intl.formatMessage({ id: 'form.edit' })}</Button>
              )}
              <Button look="text" disabled={isSending} onClick={() => discard(log)}>
                {intl.formatMessage({ id: 'dailyLog.discard' })}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
