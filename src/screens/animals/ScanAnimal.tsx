import { CameraOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Animal } from '#contract/herd/animals.ts'
import { callQuery, queryClient } from '../../api/queries.ts'
import { CallError } from '../../api/CallError.ts'
import { earTagIn } from '../../entities/scanning/scannedCodes.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const Scanner = lazyChunk(async () => (await import('../../entities/scanning/Scanner.tsx')).Scanner)

/** Animals looked at for an exact tag among those that contain it. */
const maxLooked = 50
const fold = (tag: string) => tag.replaceAll(/[\s-]/g, '').toLowerCase()
const hasTag = ({ visualTag, electronicTag }: Animal, tag: string) =>
  fold(visualTag) === fold(tag) || (electronicTag !== null && fold(electronicTag.value) === fold(tag))

/** Scans an ear tag by the camera and opens its animal. A tag that several animals have filters the list instead. */
export function ScanAnimal() {
  const intl = useIntl()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const [isScanning, setScanning] = useState(false)

  async function openTagged(code: string) {
    const tag = earTagIn(code)
    setScanning(false)
    try {
      const { list } = await queryClient.fetchQuery(
        callQuery(endpoints.animals.list, { tag, current: 1, pageSize: maxLooked }),
      )
      const [animal, ...others] = list.filter((one) => hasTag(one, tag))
      if (animal === undefined) void message.warning(intl.formatMessage({ id: 'scan.unknownTag' }, { tag }))
      else if (others.length > 0) void navigate(`/dashboard/animal-monitor/animal/list?tag=${encodeURIComponent(tag)}`)
      else void navigate(`/dashboard/animal-monitor/animal/details/${animal.id}`)
    } catch (error) {
      // Already reported.
      if (!(error instanceof CallError)) throw error
    }
  }

  return (
    <>
      <Button icon={<CameraOutlined aria-hidden />} onClick={() => setScanning(true)}>
        {intl.formatMessage({ id: 'scan.tag' })}
      </Button>
      <Suspense>
        {isScanning && (
          <Scanner titleId="scan.tag" onClose={() => setScanning(false)} onScan={(code) => void openTagged(code)} />
        )}
      </Suspense>
    </>
  )
}
