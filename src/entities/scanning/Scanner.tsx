import './scanning.css'
import { Alert, Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import { openBarcodeReader } from './barcodeReader.ts'
import { type CameraFault, openCamera } from './camera.ts'

interface Props {
  titleId: MessageId
  onScan: (text: string) => void
  onClose: () => void
  /** Reads one code after another. A code that is still in the picture is not read again. */
  keepsReading?: boolean
}

/** Pause between two attempts to read a code, ms, which saves the phone's battery. */
const scanIntervalMs = 120

/** Reads one code by the camera, or several in a row. Without a camera it explains why and what to do; typing remains possible. */
export function Scanner({ titleId, onScan, onClose, keepsReading = false }: Props) {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<CameraFault | 'unreadable' | null>(null)
  const scanned = useEffectEvent(onScan)

  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let stream: MediaStream | undefined
    let last: string | null = null
    const stop = () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const start = async () => {
      const opened = await openCamera()
      if (typeof opened === 'string') return setFault(opened)
      stream = opened
      if (isOver || video.current === null) return stop()
      video.current.srcObject = stream
      await video.current.play()
      const read = await openBarcodeReader()
      const look = async () => {
        if (isOver || video.current === null) return
        const text = await read(video.current)
        if (isOver) return
        const again = () => {
          timer = setTimeout(() => void look().catch(fail), scanIntervalMs)
        }
        if (text === null || text === last) return again()
        last = text
        if (keepsReading) again()
        else stop()
        // Feedback for places too bright to see the screen.
        if ('vibrate' in navigator) navigator.vibrate(80)
        scanned(text)
      }
      await look()
    }
    const fail = () => {
      if (isOver) return
      stop()
      setFault('unreadable')
    }
    void start().catch(fail)
    return stop
  }, [keepsReading])

  return (
    <Modal open footer={null} title={intl.formatMessage({ id: titleId })} onCancel={onClose} className="scanner">
      {fault === null ? (
        <>
          <video
            ref={video}
            className="scanner-picture"
            muted
            playsInline
            aria-label={intl.formatMessage({ id: 'scan.picture' })}
          />
          <p role="status">{intl.formatMessage({ id: 'scan.hold' })}</p>
        </>
      ) : (
        <Alert
          type="warning"
          showIcon
          title={intl.formatMessage({ id: `scan.fault.${fault}` })}
          description={intl.formatMessage({ id: 'scan.type' })}
        />
      )}
    </Modal>
  )
}
