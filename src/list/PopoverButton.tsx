import { Button, Popover } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useEscape } from './useEscape.ts'

interface Props {
  /** Accessible name of the dialog. */
  label: string
  button: ReactNode
  icon?: ReactNode
  isChip?: boolean
  startsOpen?: boolean
  placement?: 'bottom' | 'bottomLeft' | 'bottomRight'
  className?: string
  onOpen?: (isOpen: boolean) => void
  children: (close: () => void) => ReactNode
}

/** Shifts the dialog to fit the page; on a phone it may fit on neither side of its button. */
const withinPage = { overflow: { adjustX: true, adjustY: true, shiftX: true } }

/** Button that opens a small dialog below itself. Escape closes the dialog and returns the focus to the button. */
export function PopoverButton({
  label,
  button,
  icon,
  isChip = false,
  startsOpen = false,
  placement = 'bottomLeft',
  className,
  onOpen,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(startsOpen)
  const id = useId()
  const change = (open: boolean) => {
    setOpen(open)
    onOpen?.(open)
  }
  const close = () => {
    change(false)
    document.getElementById(id)?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement={placement}
      arrow={false}
      align={withinPage}
      destroyOnHidden
      open={isOpen}
      onOpenChange={change}
      content={
        <Dialog label={label} className={className} onEscape={close}>
          {children(close)}
        </Dialog>
      }
    >
      <Button
        id={id}
        type={isChip ? 'default' : 'text'}
        {...(isChip && { className: 'chip' })}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {button}
      </Button>
    </Popover>
  )
}

function Dialog({
  label,
  className,
  onEscape,
  children,
}: {
  label: string
  className: string | undefined
  onEscape: () => void
  children: ReactNode
}) {
  const element = useEscape<HTMLDivElement>(onEscape)
  return (
    <div ref={element} role="dialog" aria-label={label} className={className}>
      {children}
    </div>
  )
}
