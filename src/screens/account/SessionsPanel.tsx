import { DesktopOutlined, MobileOutlined } from '@ant-design/icons'
import { App, Button, Popconfirm, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import type { AccountSession } from '#contract/account.ts'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useFormats } from '../../locale/formats.ts'
import { readAgent } from './agents.ts'
import { Panel } from './Panel.tsx'

interface Loaded {
  list: AccountSession[] | null
  failure: CallFailure | null
}

async function loadSessions(): Promise<Loaded> {
  try {
    return { ...(await call(endpoints.account.sessions, {}, { quiet: true })), failure: null }
  } catch (error) {
    return { list: null, failure: callFailureOf(error) }
  }
}

/** Where one is signed in, and how to end what should not be. */
export function SessionsPanel() {
  const intl = useIntl()
  const { message } = App.useApp()
  const [loaded, setLoaded] = useState<Loaded>({ list: null, failure: null })
  const [ending, setEnding] = useState<number | 'others' | null>(null)

  const { list: sessions, failure } = loaded
  useEffect(() => {
    let left = false
    void loadSessions().then((fresh) => left || setLoaded(fresh))
    return () => {
      left = true
    }
  }, [])

  /** What could not be loaded anew stays as it was. */
  async function reload() {
    const fresh = await loadSessions()
    setLoaded((before) => ({ ...fresh, list: fresh.list ?? before.list }))
  }

  async function end(what: number | 'others') {
    setEnding(what)
    try {
      if (what === 'others') {
        const { ended } = await call(endpoints.account.endOtherSessions, {}, { quiet: true })
        void message.success(intl.formatMessage({ id: 'account.endedSessions' }, { count: ended }))
      } else {
        await call(endpoints.account.endSession, { id: what }, { quiet: true })
        void message.success(intl.formatMessage({ id: 'account.endedSession' }))
      }
      await reload()
    } catch (error) {
      const refusal = callFailureOf(error)
      // It ended by itself meanwhile.
      if (refusal.code === 'NOT_FOUND') await reload()
      else setLoaded({ list: sessions, failure: refusal })
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
      {sessions === null && !failure && (
        <div aria-hidden="true">
          <Skeleton active />
        </div>
      )}
      {sessions === null && failure && <Button onClick={() => void reload()}>{intl.formatMessage({ id: 'entrance.again' })}</Button>}
      <ul className="account-sessions">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} busy={ending === session.id} onEnd={() => void end(session.id)} />
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
  const named = [browser, system].filter((name) => name !== null).join(' · ')
  const name = named || session.agent || intl.formatMessage({ id: 'account.unknownAgent' })
  return (
    <li className="account-session">
      {handheld ? <MobileOutlined className="account-session-sign" /> : <DesktopOutlined className="account-session-sign" />}
      <div>
        <div className="account-session-name row">
          {name}
          {isThis && <span className="account-state account-state-good">{intl.formatMessage({ id: 'account.thisSession' })}</span>}
        </div>
        <div className="account-session-facts">
          {address !== null && (
            <>
              <bdi>{address}</bdi> ·{' '}
            </>
          )}
          {intl.formatMessage(
            { id: 'account.sessionTimes' },
            { used: formats.instant(usedAt), begun: formats.instant(createdAt), until: formats.instant(expiresAt) },
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
