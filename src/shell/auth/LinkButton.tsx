import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/** A console link that looks like a button. */
export function LinkButton({ to, ...props }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const follow = useLinkClickHandler(to)
  return (
    <Button
      size="large"
      {...props}
      href={useHref(to)}
      onClick={(event) => follow(event as React.MouseEvent<HTMLAnchorElement>)}
    />
  )
}
