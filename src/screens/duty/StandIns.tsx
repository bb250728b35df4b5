import { Button, Form, Select } from 'antd'
import { useIntl } from 'react-intl'
import type { Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { InstantInput } from '../../form/controls/InstantInput.tsx'
import { useFormats } from '../../locale/formats.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useWork } from './useWork.ts'

interface Fields {
  awayPersonId: number
  coverPersonId: number
  startsAt: string
  endsAt: string
}

/** Stand-ins of all rosters. */
export function StandIns({
  rosters: { standIns, people },
  mayEdit,
}: {
  rosters: Reply<typeof endpoints.rosters.list>
  mayEdit: boolean
}) {
  const intl = useIntl()
  const formats = useFormats()
  const [form] = Form.useForm<Fields>()
  const { busy, failure, run } = useWork()
  const required = { required: true, message: intl.formatMessage({ id: 'duty.required' }) }
  const options = people.map(({ id, name }) => ({ value: id, label: name }))
  async function add(fields: Fields) {
    if (await run(() => call(endpoints.rosters.addStandIn, fields, { shows: inPlace }))) form.resetFields()
  }
  return (
    <section className="duty-panel panel" aria-labelledby="duty-stand-ins">
      <h2 id="duty-stand-ins">{intl.formatMessage({ id: 'duty.standIns' })}</h2>
      <CallErrorAlert failure={failure} />
      {standIns.length === 0 && <p className="duty-quiet">{intl.formatMessage({ id: 'duty.noStandIns' })}</p>}
      <ul className="duty-rows">
        {standIns.map((one) => (
          <li key={one.id} className="row">
            <span>
              {intl.formatMessage(
                { id: 'duty.standIn' },
                {
                  cover: one.coverName,
                  away: one.awayName,
                  from: formats.instant(one.startsAt),
                  to: formats.instant(one.endsAt),
                },
              )}
            </span>
            {mayEdit && (
              <Button
                onClick={() =>
                  void run(() => call(endpoints.rosters.endStandIn, { standInOfRosterId: one.id }, { shows: inPlace }))
                }
              >
                {intl.formatMessage({ id: 'duty.end' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Form<Fields>
          form={form}
          name="stand-in"
          layout="vertical"
          className="duty-line"
          requiredMark={false}
          onFinish={(fields) => void add(fields)}
        >
          <Form.Item name="awayPersonId" label={intl.formatMessage({ id: 'duty.away' })} rules={[required]}>
            <Select options={options} />
          </Form.Item>
          <Form.Item name="coverPersonId" label={intl.formatMessage({ id: 'duty.cover' })} rules={[required]}>
            <Select options={options} />
          </Form.Item>
          <Form.Item name="startsAt" label={intl.formatMessage({ id: 'duty.from' })} rules={[required]}>
            <InstantInput />
          </Form.Item>
          <Form.Item name="endsAt" label={intl.formatMessage({ id: 'duty.to' })} rules={[required]}>
            <InstantInput />
          </Form.Item>
          <Button htmlType="submit" loading={busy}>
            {intl.formatMessage({ id: 'duty.addStandIn' })}
          </Button>
        </Form>
      )}
    </section>
  )
}
