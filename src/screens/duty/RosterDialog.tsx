import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useIntl } from 'react-intl'
import type { Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { maxLayers, type Roster } from '#contract/duty/rosters.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import type { MessageId } from '../../locale/languages.ts'
import { viewerZone } from '../../locale/formats.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { toMinute, toTime } from '../../locale/minutes.ts'
import { useWork } from './useWork.ts'

type Rosters = Reply<typeof endpoints.rosters.list>

interface Fields {
  name: string
  timeZone: string
  watchedFarmIds: number[]
  shifts: { layer: number; personId: number; days: number[]; from: string; to: string }[]
}

interface Props {
  /** Null: a new roster. */
  roster: Roster | null
  choices: Pick<Rosters, 'people' | 'farms'>
  onClose: () => void
}

const week = [1, 2, 3, 4, 5, 6, 7]

/** Dialog for a roster and its shifts. */
export function RosterDialog({ roster, choices: { people, farms }, onClose }: Props) {
  const intl = useIntl()
  const [form] = Form.useForm<Fields>()
  const { busy, failure, run } = useWork()
  const words = (id: MessageId) => intl.formatMessage({ id })
  const required = { required: true, message: words('duty.required') }
  // 1 January 2024 was a Monday.
  const dayNames = week.map((value) => ({
    value,
    label: intl.formatDate(Date.UTC(2024, 0, value), { weekday: 'short', timeZone: 'UTC' }),
  }))
  const zones = [...new Set([...farms.map(({ timeZone }) => timeZone), roster?.timeZone ?? viewerZone])].map(
    (value) => ({ value, label: value }),
  )
  const initial: Fields = {
    name: roster?.name ?? '',
    timeZone: roster?.timeZone ?? farms[0]?.timeZone ?? viewerZone,
    watchedFarmIds: roster?.watchedFarms.map(({ id }) => id) ?? [],
    shifts:
      roster?.shifts.map(({ layer, personId, days, from, to }) => ({
        layer,
        personId,
        days,
        from: toTime(from),
        to: toTime(to),
      })) ?? [],
  }
  async function save(fields: Fields) {
    const shifts = fields.shifts.map(({ from, to, ...shift }) => ({ ...shift, from: toMinute(from), to: toMinute(to) }))
    const identity = roster === null ? {} : { id: roster.id, version: roster.version }
    if (await run(() => call(endpoints.rosters.addOrEdit, { ...fields, shifts, ...identity }, { shows: inPlace })))
      onClose()
  }
  return (
    <Modal
      open
      width={760}
      title={words(roster === null ? 'duty.newRoster' : 'duty.editRoster')}
      okText={words('duty.save')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <CallErrorAlert failure={failure} />
      <Form<Fields>
        form={form}
        name="roster"
        layout="vertical"
        initialValues={initial}
        onFinish={(fields) => void save(fields)}
      >
        <Form.Item name="name" label={words('duty.name')} rules={[required]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="timeZone" label={words('duty.timeZone')} rules={[required]}>
          <Select options={zones} />
        </Form.Item>
        <Form.Item name="watchedFarmIds" label={words('duty.farms')} extra={words('duty.farmsHint')}>
          <Select
            mode="multiple"
            optionFilterProp="label"
            options={farms.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.List name="shifts">
          {(rows, { add, remove }) => (
            <fieldset className="duty-shifts">
              <legend>{words('duty.shifts')}</legend>
              <p className="duty-quiet">{words('duty.shiftsHint')}</p>
              {rows.map(({ key, name }) => (
                <div key={key} className="duty-shift">
                  <Form.Item name={[name, 'layer']} label={words('duty.layer')} rules={[required]}>
                    <InputNumber min={1} max={maxLayers} precision={0} />
                  </Form.Item>
                  <Form.Item name={[name, 'personId']} label={words('duty.person')} rules={[required]}>
                    <Select
                      showSearch
                      optionFilterProp="label"
                      options={people.map((person) => ({ value: person.id, label: person.name }))}
                    />
                  </Form.Item>
                  <Form.Item name={[name, 'days']} label={words('duty.days')} rules={[required]}>
                    <Select mode="multiple" maxTagCount="responsive" options={dayNames} />
                  </Form.Item>
                  <Form.Item name={[name, 'from']} label={words('duty.from')} rules={[required]}>
                    <Input type="time" />
                  </Form.Item>
                  <Form.Item name={[name, 'to']} label={words('duty.to')} rules={[required]}>
                    <Input type="time" />
                  </Form.Item>
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={words('duty.removeShift')}
                    onClick={() => remove(name)}
                  />
                </div>
              ))}
              <Button
                icon={<PlusOutlined aria-hidden />}
                onClick={() => add({ layer: 1, days: week, from: '08:00', to: '20:00' })}
              >
                {words('duty.addShift')}
              </Button>
            </fieldset>
          )}
        </Form.List>
      </Form>
    </Modal>
  )
}
