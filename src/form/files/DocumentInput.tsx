import { useState } from 'react'
import { useIntl } from 'react-intl'
import { documentContentType, maxDocumentBytes } from '#contract/calls/documents.ts'
import { uploadDocument } from '../../api/files/files.ts'
import type { ControlProps } from '../controls/controlProps.ts'
import { DocumentLink } from './DocumentLink.tsx'
import { FileInput } from './FileInput.tsx'

/** Input for a PDF document, chosen or dropped and uploaded immediately. Its value is the id of the upload. */
export function DocumentInput(props: ControlProps<string>) {
  const intl = useIntl()
  const [fresh, setFresh] = useState<{ id: string; name: string } | null>(null)
  const problemOf = ({ size }: File) =>
    size > maxDocumentBytes
      ? intl.formatMessage({ id: 'document.tooLarge' }, { megabytes: maxDocumentBytes / 1024 / 1024 })
      : null

  return (
    <FileInput
      {...props}
      accept={[documentContentType]}
      chooseId="document.choose"
      send={uploadDocument}
      problemOf={problemOf}
      onSent={(id, { name }) => setFresh({ id, name })}
    >
      {props.value != null && (
        <DocumentLink id={props.value} name={fresh?.id === props.value ? fresh.name : undefined} />
      )}
    </FileInput>
  )
}
