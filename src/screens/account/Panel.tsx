import type { ReactNode } from 'react'

interface Props {
  id: string
  title: string
  text?: string
  /** Status next to the title. */
  state?: ReactNode
  wide?: boolean
  children: ReactNode
}

export function Panel({ id, title, text, state, wide = false, children }: Props) {
  return (
    <section
      id={id}
      className={wide ? 'account-panel account-panel-wide panel' : 'account-panel panel'}
      aria-labelledby={`${id}-title`}
    >
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {state}
      </header>
      {text !== undefined && <p className="account-text">{text}</p>}
      {children}
    </section>
  )
}
