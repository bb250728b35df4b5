import { App, Button, Drawer, Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { LogWriter } from '#contract/projects/days/dailyLogs.ts'
import { call } from '../../../api/call.ts'
import { LoadFailed } from '../../../api/LoadFailed.tsx'
import { inPlace } from '../../../api/failures.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { SkeletonLines } from '../../../controls/SkeletonLines.tsx'
import { joinParts } from '../../../locale/joins.ts'
import { useEndSide } from '../../../locale/locale.ts'

interface Props {
  projectId: number
  onClose: () => void
}

/** Authors of a project's daily logs; its project manager adds and removes them. */
export function LogWriters({ projectId, onClose }: Props) {
  const intl = useIntl()
  const placement = useEndSide()
  const role = useSession(({ session }) => session?.role ?? null)
  const { data, error, refetch } = useCall(endpoints.dailyLogs.writers, { id: projectId }, { shows: inPlace })
  const mayChange = mayCall(endpoints.dailyLogs.addWriter, role)
  return (
    <Drawer
      open
      placement={placement}
      size="min(480px, 100vw)"
      title={intl.formatMessage({ id: 'dailyLog.writers' })}
      onClose={onClose}
      closable={{ 'aria-label': intl.formatMessage({ id: 'list.closeDetails' }) }}
    >
      <p className="log-quiet">{intl.formatMessage({ id: 'dailyLog.writersText' })}</p>
      {data === undefined && error === null && <SkeletonLines />}
      {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul className="log-writers">
          {data.list.map((writer) => (
            <Writer
              key={writer.userId}
              writer={writer}
              projectId={projectId}
              mayRemove={mayChange && !writer.isAlways}
            />
          ))}
        </ul>
      )}
      {data && mayChange && <AddWriter projectId={projectId} candidates={data.candidates} />}
    </Drawer>
  )
}

type Person = Pick<LogWriter, 'displayName' | 'role' | 'organisationName'>

function usePart() {
  const intl = useIntl()
  return ({ role, organisationName }: Person) =>
    joinParts(intl, role && intl.formatMessage({ id: `role.${role}` }), organisationName)
}

function Writer({ writer, projectId, mayRemove }: { writer: LogWriter; projectId: number; mayRemove: boolean }) {
  const intl = useIntl()
  const { modal } = App.useApp()
  const part = usePart()
  const { displayName, userId, addedBy } = writer
  const remove = () =>
    void modal.confirm({
      title: intl.formatMessage({ id: 'dailyLog.removeWriterTitle' }, { name: displayName }),
      content: intl.formatMessage({ id: 'dailyLog.removeWriterText' }),
      okText: intl.formatMessage({ id: 'dailyLog.removeWriter' }),
      okButtonProps: { danger: true },
      cancelText: intl.formatMessage({ id: 'action.cancel' }),
      // Refusals have already been reported by the call.
      onOk: () => call(endpoints.dailyLogs.removeWriter, { projectId, userId }).catch(() => undefined),
    })
  return (
    <li className="row">
      <div>
        <b>
          <bdi>{displayName}</bdi>
        </b>
        <p className="log-quiet">{part(writer)}</p>
        {addedBy !== null && (
          <p className="log-quiet">{intl.formatMessage({ id: 'dailyLog.addedBy' }, { name: addedBy })}</p>
        )}
      </div>
      {mayRemove && (
        <Button
          danger
          aria-label={intl.formatMessage({ id: 'dailyLog.removeWriterTitle' }, { name: displayName })}
          onClick={remove}
        >
          {intl.formatMessage({ id: 'dailyLog.removeWriter' })}
        </Button>
      )}
    </li>
  )
}

function AddWriter({
  projectId,
  candidates,
}: {
  projectId: number
  candidates: readonly (Person & { userId: number })[]
}) {
  const intl = useIntl()
  const part = usePart()
  const [userId, setUserId] = useState<number | null>(null)
  const [isSaving, setSaving] = useState(false)
  if (candidates.length === 0) return <p className="log-quiet">{intl.formatMessage({ id: 'dailyLog.noCandidates' })}</p>

  async function add(chosen: number) {
    setSaving(true)
    // Refusals have already been reported by the call.
    await call(endpoints.dailyLogs.addWriter, { projectId, userId: chosen }).then(
      () => setUserId(null),
      () => undefined,
    )
    setSaving(false)
  }

  return (
    <div className="log-writer-add">
      <label htmlFor="log-writer">{intl.formatMessage({ id: 'dailyLog.candidate' })}</label>
      <div className="row">
        <Select
          id="log-writer"
          value={userId}
          onChange={setUserId}
          options={candidates.map((person) => ({
            value: person.userId,
            label: joinParts(intl, person.displayName, part(person)),
          }))}
        />
        <Button
          type="primary"
          loading={isSaving}
          disabled={userId === null}
          onClick={() => userId !== null && void add(userId)}
        >
          {intl.formatMessage({ id: 'dailyLog.addWriter' })}
        </Button>
      </div>
    </div>
  )
}
