import './scanning.css'
import { CameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Field, FieldOptions, FieldProps } from '../../form/describe.ts'
import { text } from '../../form/fields.tsx'
import type { MessageId } from '../../locale/languages.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const Scanner = lazyChunk(async () => (await import('./Scanner.tsx')).Scanner)

interface Options<V> extends FieldOptions<V, string> {
  /** Title of the scanner, which names the object to scan. */
  scanId: MessageId
  /** Extracts the value from a code's text. */
  read: (text: string) => string
}

/** Field for a printed text: typed, sent by a hand-held scanner as keystrokes, or read by the camera. */
export function scannable<V>(labelId: MessageId, { scanId, read, ...options }: Options<V>): Field<V, string> {
  const typed = text<V>(labelId, { isWide: true, ...options })
  return { ...typed, Input: (props) => <ScannedInput {...props} typed={typed} scanId={scanId} read={read} /> }
}

interface ScannedProps<V> extends FieldProps<V, string>, Pick<Options<V>, 'scanId' | 'read'> {
  typed: Field<V, string>
}

function ScannedInput<V>({ typed, scanId, read, ...props }: ScannedProps<V>) {
  const intl = useIntl()
  const [isScanning, setScanning] = useState(false)
  const name = intl.formatMessage({ id: scanId })
  const close = () => {
    setScanning(false)
    document.getElementById(props.id)?.focus()
  }
  return (
    <div className="scannable">
      <typed.Input {...props} />
      <Button
        icon={<CameraOutlined aria-hidden />}
        disabled={props.disabled}
        aria-label={name}
        title={name}
        onClick={() => setScanning(true)}
      >
        {intl.formatMessage({ id: 'scan.scan' })}
      </Button>
      <Suspense>
        {isScanning && (
          <Scanner
            titleId={scanId}
            onClose={close}
            onScan={(code) => {
              props.onChange(read(code))
              close()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
