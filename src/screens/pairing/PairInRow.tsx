import { CameraOutlined } from '@ant-design/icons'
import { Alert, Button, Input, type InputRef } from 'antd'
import { Suspense, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { failureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { deviceIdIn, earTagIn } from '../../entities/scanning/scannedCodes.ts'
import { wordsOfError } from '../../form/values/errorWords.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import type { Paired } from './usePaired.tsx'

const Scanner = lazyChunk(async () => (await import('../../entities/scanning/Scanner.tsx')).Scanner)

/** Pairs animal after animal without leaving the keyboard or the camera: ear tag, neckband, next. Each pair is saved at once. */
export function PairInRow({ paired: { add, askToMove } }: { paired: Paired }) {
  const intl = useIntl()
  const ids = useId()
  const [reason, setReason] = useState(intl.formatMessage({ id: 'pairing.rowReason' }))
  const [tag, setTag] = useState('')
  const [band, setBand] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const tagInput = useRef<InputRef>(null)
  const bandInput = useRef<InputRef>(null)

  function refuse(error: CallError) {
    setScanning(false)
    const [name, code] = Object.entries(error.fields)[0] ?? []
    const labelId = name === 'earTag' ? 'pairing.earTag' : name === 'reason' ? 'neckband.reason' : 'neckband.deviceId'
    setFailure(
      code === undefined
        ? failureMessage(intl, error)
        : wordsOfError(intl, { code }, intl.formatMessage({ id: labelId })),
    )
    const input = name === 'earTag' ? tagInput : bandInput
    input.current?.focus({ cursor: 'all' })
  }

  async function pair(deviceId: string, fromEarTag?: string) {
    const sent = { deviceId, earTag: tag.trim(), reason, ...(fromEarTag !== undefined && { fromEarTag }) }
    try {
      add(await call(endpoints.neckbands.pair, sent, { shows: inPlace }))
      setTag('')
      setBand('')
      tagInput.current?.focus()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isWorn = error.fields['deviceId'] === 'worn_by_other'
      if (isWorn) setScanning(false)
      const meant = isWorn ? await askToMove(error) : null
      if (meant) await pair(deviceId, meant.fromEarTag)
      else refuse(error)
    }
  }

  async function save(deviceId: string) {
    if (isSaving) return
    setFailure(null)
    if (tag.trim() === '') return tagInput.current?.focus()
    if (deviceId.trim() === '') return bandInput.current?.focus()
    setSaving(true)
    await pair(deviceId.trim()).finally(() => setSaving(false))
  }

  function scan(text: string) {
    if (isSaving) return
    setFailure(null)
    if (tag === '') return setTag(earTagIn(text))
    const deviceId = deviceIdIn(text)
    setBand(deviceId)
    void save(deviceId)
  }

  const reading = tag === '' ? 'scan.tag' : 'scan.device'
  return (
    <form
      className="pair-in-row"
      onSubmit={(event) => {
        event.preventDefault()
        void save(band)
      }}
    >
      <p>{intl.formatMessage({ id: 'pairing.rowText' })}</p>
      <label htmlFor={`${ids}-reason`}>{intl.formatMessage({ id: 'neckband.reason' })}</label>
      <Input
        id={`${ids}-reason`}
        value={reason}
        maxLength={300}
        required
        onChange={({ target }) => setReason(target.value)}
      />
      <Button className="pair-scan" icon={<CameraOutlined aria-hidden />} onClick={() => setScanning(true)}>
        {intl.formatMessage({ id: reading })}
      </Button>
      <label htmlFor={`${ids}-tag`}>{intl.formatMessage({ id: 'pairing.earTag' })}</label>
      <Input
        id={`${ids}-tag`}
        ref={tagInput}
        value={tag}
        maxLength={64}
        autoComplete="off"
        autoFocus
        onChange={({ target }) => setTag(target.value)}
      />
      <label htmlFor={`${ids}-band`}>{intl.formatMessage({ id: 'neckband.deviceId' })}</label>
      <Input
        id={`${ids}-band`}
        ref={bandInput}
        value={band}
        maxLength={64}
        autoComplete="off"
        onChange={({ target }) => setBand(target.value)}
      />
      {failure !== null && <Alert type="error" showIcon title={failure} />}
      <Button type="primary" htmlType="submit" className="pair-save" loading={isSaving}>
        {intl.formatMessage({ id: 'pairing.next' })}
      </Button>
      <Suspense>
        {isScanning && <Scanner titleId={reading} keepsReading onClose={() => setScanning(false)} onScan={scan} />}
      </Suspense>
    </form>
  )
}
