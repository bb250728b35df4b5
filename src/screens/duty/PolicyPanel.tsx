import { Button, Form, InputNumber } from 'antd'
import { useIntl } from 'react-intl'
import { severities } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AlertPolicy } from '#contract/duty/alertPolicies.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useWork } from './useWork.ts'

/** Escalation delays of alerts, and how often reminders are sent. */
export function PolicyPanel({ mayEdit }: { mayEdit: boolean }) {
  const { data } = useCall(endpoints.alertPolicies.detail, {}, { shows: inPlace })
  return data ? <PolicyForm key={data.version} policy={data} mayEdit={mayEdit} /> : null
}

function PolicyForm({ policy, mayEdit }: { policy: AlertPolicy; mayEdit: boolean }) {
  const intl = useIntl()
  const { busy, failure, run } = useWork()
  const minutes = (label: string) => (
    <InputNumber
      aria-label={label}
      min={1}
      max={1440}
      precision={0}
      placeholder={intl.formatMessage({ id: 'duty.never' })}
      suffix={intl.formatMessage({ id: 'duty.minutes' })}
    />
  )
  const save = ({ escalateMinutes, remindMinutes }: AlertPolicy) =>
    run(() =>
      call(
        endpoints.alertPolicies.edit,
        { escalateMinutes, remindMinutes, version: policy.version },
        { shows: inPlace },
      ),
    )
  return (
    <section className="duty-panel panel" aria-labelledby="duty-policy">
      <h2 id="duty-policy">{intl.formatMessage({ id: 'duty.policy' })}</h2>
      <p className="duty-quiet">{intl.formatMessage({ id: 'duty.policyHint' })}</p>
      <CallErrorAlert failure={failure} />
      <Form<AlertPolicy>
        name="policy"
        layout="vertical"
        className="duty-line"
        initialValues={policy}
        disabled={!mayEdit}
        onFinish={(fields) => void save(fields)}
      >
        {severities.map((severity) => {
          const label = intl.formatMessage({ id: `severity.${severity}` })
          return (
            <Form.Item key={severity} name={['escalateMinutes', severity]} label={label}>
              {minutes(label)}
            </Form.Item>
          )
        })}
        <Form.Item name="remindMinutes" label={intl.formatMessage({ id: 'duty.remind' })}>
          {minutes(intl.formatMessage({ id: 'duty.remind' }))}
        </Form.Item>
        {mayEdit && (
          <Button htmlType="submit" loading={busy}>
            {intl.formatMessage({ id: 'duty.save' })}
          </Button>
        )}
      </Form>
    </section>
  )
}
