import { DesktopOutlined, MobileOutlined } from '@ant-design/icons'
import { App, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { AccountSession } from '#contract/people/account.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useFormats } from '../../locale/formats.ts'
import { readAgent } from './agents.ts'
import { Panel } from './Panel.tsx'
import { joinNodes, joinParts } from '../../locale/joins.ts'

/** The user's active sessions, which can be ended here. */
export function SessionsPanel() {
  const intl = useIntl()
  const { message } = App.useApp()
  const { data, error, refetch } = useCall(endpoints.account.sessions, {}, { shows: inPlace })
  const [ending, setEnding] = useState<number | 'others' | null>(null)
  const [refusal, setRefusal] = useState<CallFailure | null>(null)
  const sessions = data?.list ?? null
  const failure = refusal ?? (error && callFailureOf(error))

  async function end(what: number | 'others') {
    setEnding(what)
    setRefusal(null)
    try {
      if (what === 'others') {
        const { ended } = await call(endpoints.account.endOtherSessions, {}, { shows: inPlace })
        void message.success(intl.formatMessage({ id: 'account.endedSessions' }, { count: ended }))
      } else {
        await call(endpoints.account.endSession, { id: what }, { shows: inPlace })
        void message.success(intl.formatMessage({ id: 'account.endedSession' }))
      }
    } catch (error) {
      const found = callFailureOf(error)
      // The session has already ended.
      if (found.code === 'NOT_FOUND') await refetch()
      else setRefusal(found)
    }
    setEnding(null)
  }

  const others = sessions?.filter(({ isThis }) => !isThis).length ?? 0
  return (
    <Panel
      wide
      id="sessions"
      title={intl.formatMessage({ id: 'account.sessions' })}
      state={
        others > 0 && (
          <Popconfirm
            title={intl.formatMessage({ id: 'account.endOthersAsk' }, { count: others })}
            okText={intl.formatMessage({ id: 'account.endOthers' })}
            onConfirm={() => void end('others')}
          >
            <Button danger loading={ending === 'others'}>
              {intl.formatMessage({ id: 'account.endOthers' })}
            </Button>
          </Popconfirm>
        )
      }
    >
      <CallErrorAlert failure={failure} />
      {sessions === null && !failure && <SkeletonLines />}
      {sessions === null && failure && (
        <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'auth.again' })}</Button>
      )}
      <ul className="account-sessions">
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
    </Panel>
  )
}

function SessionRow({ session, busy, onEnd }: { session: AccountSession; busy: boolean; onEnd: () => void }) {
  const intl = useIntl()
  const formats = useFormats()
  const { isThis, usedAt, createdAt, expiresAt, address } = session
  const { browser, system, handheld } = readAgent(session.agent)
  const named = joinParts(intl, browser, system)
  const name = named || session.agent || intl.formatMessage({ id: 'account.unknownAgent' })
  return (
    <li className="account-session">
      {handheld ? (
        <MobileOutlined className="account-session-sign" />
      ) : (
        <DesktopOutlined className="account-session-sign" />
      )}
      <div>
        <div className="account-session-name row">
          {name}
          {isThis && (
            <span className="account-state account-state-good">
              {intl.formatMessage({ id: 'account.thisSession' })}
            </span>
          )}
        </div>
        <div className="account-session-facts">
          {joinNodes(
            intl,
            address !== null && <bdi key="address">{address}</bdi>,
            intl.formatMessage(
              { id: 'account.sessionTimes' },
              { used: formats.instant(usedAt), begun: formats.instant(createdAt), until: formats.instant(expiresAt) },
            ),
          )}
        </div>
      </div>
      {!isThis && (
        <Popconfirm
          title={intl.formatMessage({ id: 'account.endSessionAsk' }, { name })}
          okText={intl.formatMessage({ id: 'account.endSession' })}
          onConfirm={onEnd}
        >
          <Button loading={busy} aria-label={intl.formatMessage({ id: 'account.endSessionOf' }, { name })}>
            {intl.formatMessage({ id: 'account.endSession' })}
          </Button>
        </Popconfirm>
      )}
    </li>
  )
}
