import { App, Button, Checkbox, Form, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { severities } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { messageLanguages, type NotificationSettings, personalChannels } from '#contract/duty/notificationSettings.ts'
import { call } from '../../api/call.ts'
import { type CallFailure, callFailureOf } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { callQuery, queryClient, useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { viewerZone } from '../../locale/formats.ts'
import { languages } from '../../locale/languages.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { sound } from '../../store/alarm/sound.ts'
import { Panel } from './Panel.tsx'

/** Settings for the user's alert notifications. */
export function NotificationPanel() {
  const intl = useIntl()
  const { data } = useCall(endpoints.notificationSettings.detail, {}, { shows: inPlace })
  return (
    <Panel
      wide
      id="notification"
      title={intl.formatMessage({ id: 'notification.title' })}
      text={intl.formatMessage({ id: 'notification.text' })}
    >
      {data ? <SettingsForm settings={data} /> : <SkeletonLines />}
      <Tests />
    </Panel>
  )
}

/** Settings as form values; two empty times mean no quiet hours. */
interface Fields extends Omit<NotificationSettings, 'quietHours' | 'version'> {
  from: string
  to: string
}

const toTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const toMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function toFields({ quietHours, version: _, ...rest }: NotificationSettings): Fields {
  return {
    ...rest,
    from: quietHours === null ? '' : toTime(quietHours.from),
    to: quietHours === null ? '' : toTime(quietHours.to),
  }
}

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [busy, setBusy] = useState(false)
  // A new version, saved here or elsewhere, replaces the form's values.
  const [shown, setShown] = useState(settings)
  if (shown.version !== settings.version) setShown(settings)
  useEffect(() => form.setFieldsValue(toFields(shown)), [form, shown])
  async function save({ from, to, ...fields }: Fields) {
    setBusy(true)
    const hours = from === '' || to === '' ? null : { from: toMinute(from), to: toMinute(to) }
    try {
      const saved = await call(
        endpoints.notificationSettings.edit,
        { ...fields, quietHours: hours, version: shown.version },
        { shows: inPlace },
      )
      // Updates the cache at once: a later reload would overwrite newer input.
      queryClient.setQueryData(callQuery(endpoints.notificationSettings.detail, {}).queryKey, saved)
      setFailure(null)
      void message.success(intl.formatMessage({ id: 'form.saved' }))
    } catch (error) {
      setFailure(callFailureOf(error))
    }
    setBusy(false)
  }
  const both = ({ getFieldValue }: { getFieldValue: (name: string) => string }) => ({
    validator: () =>
      (getFieldValue('from') === '') === (getFieldValue('to') === '')
        ? Promise.resolve()
        : Promise.reject(new Error(intl.formatMessage({ id: 'notification.quietBoth' }))),
  })
  const severityOptions = severities.map((value) => ({ value, label: intl.formatMessage({ id: `severity.${value}` }) }))
  return (
    <Form<Fields>
      form={form}
      name="notification"
      layout="vertical"
      initialValues={toFields(shown)}
      disabled={busy}
      onFinish={(fields) => void save(fields)}
    >
      {severities.map((severity) => (
        <Form.Item
          key={severity}
          name={['channels', severity]}
          label={intl.formatMessage({ id: `severity.${severity}` })}
        >
          <Checkbox.Group
            options={personalChannels.map((value) => ({
              value,
              label: intl.formatMessage({ id: `personalChannel.${value}` }),
            }))}
          />
        </Form.Item>
      ))}
      <Form.Item name="from" label={intl.formatMessage({ id: 'notification.quietFrom' })}>
        <Input type="time" />
      </Form.Item>
      <Form.Item
        name="to"
        label={intl.formatMessage({ id: 'notification.quietTo' })}
        dependencies={['from']}
        rules={[both]}
      >
        <Input type="time" />
      </Form.Item>
      <Form.Item name="quietSeverities" label={intl.formatMessage({ id: 'notification.quietFor' })}>
        <Checkbox.Group
          options={severityOptions}
          role="group"
          aria-label={intl.formatMessage({ id: 'notification.quietFor' })}
        />
      </Form.Item>
      <Form.Item name="timeZone" label={intl.formatMessage({ id: 'duty.timeZone' })}>
        <Select options={[...new Set([settings.timeZone, viewerZone])].map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="language" label={intl.formatMessage({ id: 'duty.language' })}>
        <Select options={messageLanguages.map((value) => ({ value, label: languages[value].name }))} />
      </Form.Item>
      {/* Next to the button, as the form is longer than a phone's screen. */}
      <CallErrorAlert failure={failure} />
      {/* Stays enabled while saving, to keep the focus. */}
      <Button type="primary" htmlType="submit" loading={busy} disabled={false}>
        {intl.formatMessage({ id: 'notification.save' })}
      </Button>
    </Form>
  )
}

/** Tests sound and desktop notifications in this browser. */
function Tests() {
  const intl = useIntl()
  const [heard, setHeard] = useState<boolean | null>(null)
  const [permission, setPermission] = useState(typeof Notification === 'undefined' ? 'denied' : Notification.permission)
  return (
    <div className="notification-tests">
      <h3>{intl.formatMessage({ id: 'notification.tests' })}</h3>
      {severities.map((severity) => (
        <Button key={severity} onClick={() => void sound(severity).then(setHeard)}>
          {intl.formatMessage(
            { id: 'notification.testSound' },
            { severity: intl.formatMessage({ id: `severity.${severity}` }) },
          )}
        </Button>
      ))}
      {heard !== null && (
        <p role="status">{intl.formatMessage({ id: heard ? 'notification.sounded' : 'alarm.blocked' })}</p>
      )}
      <p role="status">
        {intl.formatMessage({
          id:
            permission === 'granted'
              ? 'notification.desktopOn'
              : permission === 'denied'
                ? 'notification.desktopDenied'
                : 'notification.desktopAsk',
        })}
      </p>
      {permission === 'default' && (
        <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
          {intl.formatMessage({ id: 'notification.allowDesktop' })}
        </Button>
      )}
    </div>
  )
}
