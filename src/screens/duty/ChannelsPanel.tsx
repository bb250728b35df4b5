import { Button, Checkbox, Form, Input, Modal, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Input as InputOf, Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type AlertChannel, organisationChannelKinds } from '#contract/duty/alertChannels.ts'
import { messageLanguages } from '#contract/duty/notificationSettings.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { Callout } from '../../controls/Callout.tsx'
import { listWords } from '../../locale/joins.ts'
import { languages } from '../../locale/languages.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useWork } from './useWork.ts'

type Fields = Omit<InputOf<typeof endpoints.alertChannels.addOrEdit>, 'id' | 'version'>

/** Where the organisation's alerts go besides its people. */
export function ChannelsPanel({ mayEdit }: { mayEdit: boolean }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.alertChannels.list, { pageSize: 100 }, { shows: inPlace })
  const [edited, setEdited] = useState<AlertChannel | 'new' | null>(null)
  return (
    <section className="duty-panel panel" aria-labelledby="duty-channels">
      <header className="row">
        <h2 id="duty-channels">{intl.formatMessage({ id: 'duty.channels' })}</h2>
        {mayEdit && <Button onClick={() => setEdited('new')}>{intl.formatMessage({ id: 'duty.addChannel' })}</Button>}
      </header>
      {data?.list.length === 0 && <p className="duty-quiet">{intl.formatMessage({ id: 'duty.noChannels' })}</p>}
      <ul className="duty-rows">
        {data?.list.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} mayEdit={mayEdit} onEdit={() => setEdited(channel)} />
        ))}
      </ul>
      {edited !== null && <ChannelDialog channel={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

function ChannelRow({ channel, mayEdit, onEdit }: { channel: AlertChannel; mayEdit: boolean; onEdit: () => void }) {
  const intl = useIntl()
  const { busy, failure, run } = useWork()
  const [tested, setTested] = useState<Reply<typeof endpoints.alertChannels.test> | null>(null)
  const { id, name, kind, host, isEnabled } = channel
  const levels = listWords(intl, channel.severities.map((severity) => intl.formatMessage({ id: `severity.${severity}` })))
  return (
    <li>
      <div className="row">
        <span>
          <b>{name}</b> {intl.formatMessage({ id: 'duty.channelFacts' }, { kind: intl.formatMessage({ id: `alertChannel.${kind}` }), host, levels })}
          {!isEnabled && <em> {intl.formatMessage({ id: 'duty.off' })}</em>}
        </span>
        {mayEdit && (
          <>
            <Button loading={busy} onClick={() => void run(async () => setTested(await call(endpoints.alertChannels.test, { id }, { shows: inPlace })))}>
              {intl.formatMessage({ id: 'duty.test' })}
            </Button>
            <Button onClick={onEdit}>{intl.formatMessage({ id: 'duty.edit' })}</Button>
            <Popconfirm title={intl.formatMessage({ id: 'duty.removeAsk' }, { name })} onConfirm={() => void run(() => call(endpoints.alertChannels.remove, { id }, { shows: inPlace }))}>
              <Button>{intl.formatMessage({ id: 'duty.remove' })}</Button>
            </Popconfirm>
          </>
        )}
      </div>
      <CallErrorAlert failure={failure} />
      {tested && (
        <Callout
          tone={tested.isTaken ? 'info' : 'error'}
          title={intl.formatMessage({ id: tested.isTaken ? 'duty.testTaken' : 'duty.testRefused' }, { fault: tested.fault ?? '', ms: tested.tookMs })}
        />
      )}
    </li>
  )
}

function ChannelDialog({ channel, onClose }: { channel: AlertChannel | null; onClose: () => void }) {
  const intl = useIntl()
  const [form] = Form.useForm<Fields>()
  const { busy, failure, run } = useWork()
  const kind = Form.useWatch('kind', form) ?? channel?.kind ?? 'WEBHOOK'
  const required = { required: true, message: intl.formatMessage({ id: 'duty.required' }) }
  const initial: Partial<Fields> = channel ?? { kind: 'WEBHOOK', severities: ['CRITICAL', 'MAJOR'], language: 'zh-CN', isEnabled: true }
  const known = channel === null ? {} : { id: channel.id, version: channel.version }
  async function save(fields: Fields) {
    if (await run(() => call(endpoints.alertChannels.addOrEdit, { ...fields, ...known }, { shows: inPlace }))) onClose()
  }
  const kept = channel === null ? {} : { extra: intl.formatMessage({ id: 'duty.keptSecret' }) }
  return (
    <Modal open title={intl.formatMessage({ id: 'duty.channels' })} okText={intl.formatMessage({ id: 'duty.save' })} confirmLoading={busy} onOk={() => form.submit()} onCancel={onClose}>
      <CallErrorAlert failure={failure} />
      <Form<Fields> form={form} name="channel" layout="vertical" initialValues={initial} onFinish={(fields) => void save(fields)}>
        <Form.Item name="kind" label={intl.formatMessage({ id: 'duty.kind' })} rules={[required]}>
          <Select disabled={channel !== null} options={organisationChannelKinds.map((value) => ({ value, label: intl.formatMessage({ id: `alertChannel.${value}` }) }))} />
        </Form.Item>
        <Form.Item name="name" label={intl.formatMessage({ id: 'duty.name' })} rules={[required]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="address" label={intl.formatMessage({ id: 'duty.address' })} rules={channel === null ? [required] : []} {...kept}>
          <Input autoComplete="off" placeholder="https://" />
        </Form.Item>
        {kind !== 'WECOM' && (
          <Form.Item name="secret" label={intl.formatMessage({ id: 'duty.secret' })} rules={channel === null && kind === 'WEBHOOK' ? [required, { min: 16, message: intl.formatMessage({ id: 'duty.secretShort' }) }] : []} {...kept}>
            <Input.Password autoComplete="new-password" maxLength={200} />
          </Form.Item>
        )}
        {/* A group of check boxes has no aria-required, which antd adds to a required field. */}
        <Form.Item name="severities" label={intl.formatMessage({ id: 'duty.severities' })} rules={[{ type: 'array', min: 1, message: intl.formatMessage({ id: 'duty.required' }) }]}>
          <Checkbox.Group options={severities.map((value) => ({ value, label: intl.formatMessage({ id: `severity.${value}` }) }))} />
        </Form.Item>
        <Form.Item name="language" label={intl.formatMessage({ id: 'duty.language' })} rules={[required]}>
          <Select options={messageLanguages.map((value) => ({ value, label: languages[value].name }))} />
        </Form.Item>
        <Form.Item name="isEnabled" valuePropName="checked">
          <Checkbox>{intl.formatMessage({ id: 'duty.enabled' })}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}
