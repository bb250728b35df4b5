import { FundProjectionScreenOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Display } from '#contract/people/displays.ts'
import { maySeeOnWall, type WallScreen, wallScreens } from '#contract/people/wallScreens.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { useFormats } from '../../locale/formats.ts'
import { joinNodes } from '../../locale/joins.ts'
import type { MessageId } from '../../locale/languages.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { Panel } from './Panel.tsx'

/** Names of the screens that a wall can show. */
const nameIds = { MONITOR: 'monitor.name', PROJECTS: 'projectMonitor.name' } as const satisfies Record<
  WallScreen,
  MessageId
>

interface Fields {
  code: string
  name: string
  shows?: WallScreen
}

/** Paired walls of the organisation: pair one by the code that it shows, choose its screen, end it. */
export function DisplaysPanel() {
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const role = useSession(({ session }) => session?.role ?? null)
  const choices = wallScreens.filter((shows) => maySeeOnWall(shows, role))
  const { data, error, refetch } = useCall(endpoints.displays.list, {}, { shows: inPlace })
  /** Running action: pairing, or the id of the wall being ended. */
  const [busy, setBusy] = useState<'pair' | number | null>(null)
  const [refusal, setRefusal] = useState<CallFailure | null>(null)
  const failure = refusal ?? (error && callFailureOf(error))

  async function run(what: 'pair' | number, work: () => Promise<unknown>) {
    setBusy(what)
    setRefusal(null)
    try {
      await work()
      if (what === 'pair') form.resetFields()
      void message.success(intl.formatMessage({ id: what === 'pair' ? 'displays.paired' : 'displays.ended' }))
    } catch (thrown) {
      const found = callFailureOf(thrown)
      if (found.fields['code'] !== undefined)
        form.setFields([{ name: 'code', errors: [intl.formatMessage({ id: 'displays.codeWrong' })] }])
      else setRefusal(found)
    }
    setBusy(null)
  }

  const required = { required: true, message: intl.formatMessage({ id: 'displays.required' }) }
  return (
    <Panel
      wide
      id="displays"
      title={intl.formatMessage({ id: 'displays.title' })}
      text={intl.formatMessage({ id: 'displays.text' })}
    >
      <CallErrorAlert failure={failure} />
      <Form<Fields>
        name="display"
        form={form}
        layout="vertical"
        className="displays-form"
        requiredMark={false}
        onFinish={(fields) => void run('pair', () => call(endpoints.displays.pair, fields, { shows: inPlace }))}
      >
        <Form.Item name="code" label={intl.formatMessage({ id: 'displays.code' })} rules={[required]}>
          <Input autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={20} />
        </Form.Item>
        <Form.Item name="name" label={intl.formatMessage({ id: 'displays.name' })} rules={[required]}>
          <Input autoComplete="off" maxLength={50} />
        </Form.Item>
        {choices.length > 1 && (
          <Form.Item name="shows" label={intl.formatMessage({ id: 'displays.shows' })} initialValue="MONITOR">
            <Select<WallScreen>
              options={choices.map((shows) => ({ value: shows, label: intl.formatMessage({ id: nameIds[shows] }) }))}
            />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" loading={busy === 'pair'}>
          {intl.formatMessage({ id: 'displays.pair' })}
        </Button>
      </Form>
      {data === undefined && !failure && <SkeletonLines />}
      {data === undefined && failure && (
        <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'auth.again' })}</Button>
      )}
      {data?.list.length === 0 && <p className="account-text">{intl.formatMessage({ id: 'displays.none' })}</p>}
      <ul className="account-sessions" aria-label={intl.formatMessage({ id: 'displays.title' })}>
        {data?.list.map((display) => (
          <DisplayRow
            key={display.id}
            display={display}
            busy={busy === display.id}
            onEnd={() =>
              void run(display.id, () => call(endpoints.displays.remove, { id: display.id }, { shows: inPlace }))
            }
          />
        ))}
      </ul>
    </Panel>
  )
}

function DisplayRow({
  display: { name, shows, pairedBy, pairedAt, lastSeenAt, address },
  busy,
  onEnd,
}: {
  display: Display
  busy: boolean
  onEnd: () => void
}) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <li className="account-session">
      <FundProjectionScreenOutlined className="account-session-sign" />
      <div>
        <div className="account-session-name row">{name}</div>
        <div className="account-session-facts">
          {joinNodes(
            intl,
            intl.formatMessage({ id: nameIds[shows] }),
            address !== null && <bdi key="address">{address}</bdi>,
            lastSeenAt === null
              ? intl.formatMessage({ id: 'displays.unseen' })
              : intl.formatMessage({ id: 'displays.seen' }, { at: formats.instant(lastSeenAt) }),
            intl.formatMessage({ id: 'displays.facts' }, { by: pairedBy, at: formats.instant(pairedAt) }),
          )}
        </div>
      </div>
      <Popconfirm
        title={intl.formatMessage({ id: 'displays.endAsk' }, { name })}
        okText={intl.formatMessage({ id: 'displays.end' })}
        onConfirm={onEnd}
      >
        <Button loading={busy} aria-label={intl.formatMessage({ id: 'displays.endOf' }, { name })}>
          {intl.formatMessage({ id: 'displays.end' })}
        </Button>
      </Popconfirm>
    </li>
  )
}
