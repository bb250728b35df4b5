import { MailOutlined, MessageOutlined } from '@ant-design/icons'
import { Tag, Typography } from 'antd'
import { useIntl } from 'react-intl'
import type { OutboxMessage } from '#contract/office/outbox.ts'
import { useFormats } from '../../locale/formats.ts'
import { readMessage, type Piece } from './readMessage.ts'

const icons = { MAIL: <MailOutlined aria-hidden="true" />, SMS: <MessageOutlined aria-hidden="true" /> } as const

export function Message({ message: { kind, at, recipient, subject, text } }: { message: OutboxMessage }) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <li className="outbox-message panel">
      <header>
        <Tag icon={icons[kind]}>{intl.formatMessage({ id: `outbox.kind.${kind}` })}</Tag>
        <bdi className="outbox-recipient">{recipient}</bdi>
        <time dateTime={at}>{formats.second(at)}</time>
      </header>
      {subject !== '' && <h2>{subject}</h2>}
      <p dir="auto">
        {readMessage(text).map((piece, place) => (
          <PieceOfText key={place} piece={piece} />
        ))}
      </p>
    </li>
  )
}

function PieceOfText({ piece: { kind, text } }: { piece: Piece }) {
  const intl = useIntl()
  switch (kind) {
    case 'words':
      return <>{text}</>
    case 'link':
      return (
        <a href={text} rel="noreferrer">
          {text}
        </a>
      )
    case 'code': {
      const copy = intl.formatMessage({ id: 'action.copy' })
      const copied = intl.formatMessage({ id: 'action.copied' })
      return (
        <Typography.Text className="outbox-code" strong copyable={{ text, tooltips: [copy, copied] }}>
          {text}
        </Typography.Text>
      )
    }
  }
}
