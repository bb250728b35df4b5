import { FilePdfOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { CallError } from '../../api/CallError.ts'
import { fetchDocument } from '../../api/files/files.ts'
import { saveFile } from '../../api/files/saveFile.ts'

interface Props {
  id: string
  /** Name of the document, if known. */
  name?: string | undefined
}

/** Link that downloads an uploaded document. */
export function DocumentLink({ id, name }: Props) {
  const intl = useIntl()
  const [isLoading, setIsLoading] = useState(false)

  async function download() {
    setIsLoading(true)
    try {
      const { blob, name: called } = await fetchDocument(id)
      saveFile(blob, called)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <Button icon={<FilePdfOutlined aria-hidden />} loading={isLoading} onClick={() => void download()}>
      {name ?? intl.formatMessage({ id: 'document.download' })}
    </Button>
  )
}
