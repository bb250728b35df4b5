import { FundProjectionScreenOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, Popconfirm } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Display } from '#contract/people/displays.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useFormats } from '../../locale/formats.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { Panel } from './Panel.tsx'

interface Fields {
  code: string
  name: string
}

/** The walls of one's organisation: each is paired by the code that it shows, and can be ended here. */
export function DisplaysPanel() {
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const { data, error } = useCall(endpoints.displays.list, {}, { shows: inPlace })
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<CallFailure | null>(null)

  async function run(work: () => Promise<unknown>, doneId: 'displays.paired' | 'displays.ended') {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      form.resetFields()
      void message.success(intl.formatMessage({ id: doneId }))
    } catch (thrown) {
      const failure = callFailureOf(thrown)
      if (failure.fields['code'] !== undefined) form.setFields([{ name: 'code', errors: [intl.formatMessage({ id: 'displays.codeWrong' })] }])
      else setRefusal(failure)
    }
    setBusy(false)
  }

  const required = { required: true, message: intl.formatMessage({ id: 'displays.required' }) }
  return (
    <Panel wide id="displays" title={intl.formatMessage({ id: 'displays.title' })} text={intl.formatMessage({ id: 'displays.text' })}>
      <CallErrorAlert failure={refusal ?? (error && callFailureOf(error))} />
      <Form<Fields>
        name="display"
        form={form}
        layout="inline"
        className="displays-form"
        requiredMark={false}
        onFinish={(fields) => void run(() => call(endpoints.displays.pair, fields, { shows: inPlace }), 'displays.paired')}
      >
        <Form.Item name="code" label={intl.formatMessage({ id: 'displays.code' })} rules={[required]}>
          <Input autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={20} />
        </Form.Item>
        <Form.Item name="name" label={intl.formatMessage({ id: 'displays.name' })} rules={[required]}>
          <Input autoComplete="off" maxLength={50} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {intl.formatMessage({ id: 'displays.pair' })}
        </Button>
      </Form>
      <ul className="account-sessions" aria-label={intl.formatMessage({ id: 'displays.title' })}>
        {data?.list.map((display) => (
          <DisplayRow
            key={display.id}
            display={display}
            onEnd={() => void run(() => call(endpoints.displays.remove, { id: display.id }, { shows: inPlace }), 'displays.ended')}
          />
        ))}
      </ul>
    </Panel>
  )
}

function DisplayRow({ display: { name, pairedBy, pairedAt, address }, onEnd }: { display: Display; onEnd: () => void }) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <li className="account-session">
      <FundProjectionScreenOutlined className="account-session-sign" />
      <div>
        <div className="account-session-name row">{name}</div>
        <div className="account-session-facts">
          {intl.formatMessage({ id: 'displays.facts' }, { by: pairedBy, at: formats.instant(pairedAt), address: address ?? '' })}
        </div>
      </div>
      <Popconfirm title={intl.formatMessage({ id: 'displays.endAsk' }, { name })} okText={intl.formatMessage({ id: 'account.endSession' })} onConfirm={onEnd}>
        <Button aria-label={intl.formatMessage({ id: 'displays.endOf' }, { name })}>{intl.formatMessage({ id: 'account.endSession' })}</Button>
      </Popconfirm>
    </li>
  )
}
