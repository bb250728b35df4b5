import { useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import { findAnimals, type FoundAnimal } from '../../../store/herd/herds.ts'

interface Props {
  scene: Scene | null
  onFound: (animal: FoundAnimal) => void
}

const maxFound = 8

/** Finds an animal by the digits of its ear tag; "/" focuses it from anywhere on the screen. */
export function TagSearch({ scene, onFound }: Props) {
  const intl = useIntl()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FoundAnimal[]>([])
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')
      if (event.key !== '/' || typing) return
      event.preventDefault()
      input.current?.focus()
      // New typing replaces the previous search.
      input.current?.select()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])

  function choose(animal: FoundAnimal | undefined) {
    if (!animal) return
    onFound(animal)
    setText(animal.visualTag)
    setOpen(false)
    input.current?.blur()
  }

  function leave() {
    setText('')
    setFound([])
    setOpen(false)
    input.current?.blur()
  }

  const none = open && text.trim() !== '' && found.length === 0
  return (
    <div className="wall-search">
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-expanded={open && found.length > 0}
        aria-controls={listId}
        aria-activedescendant={open && found[at] ? `${listId}-${at}` : undefined}
        aria-label={intl.formatMessage({ id: 'search.label' })}
        placeholder={intl.formatMessage({ id: 'search.placeholder' })}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFound(findAnimals(event.target.value, maxFound))
          setAt(0)
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt((now) => Math.min(found.length - 1, now + 1))
          else if (event.key === 'ArrowUp') setAt((now) => Math.max(0, now - 1))
          else if (event.key === 'Enter') choose(found[at] ?? findAnimals(text, 1)[0])
          else if (event.key === 'Escape') leave()
          else return
          event.preventDefault()
        }}
      />
      {open && found.length > 0 && (
        <ul id={listId} role="listbox" aria-label={intl.formatMessage({ id: 'search.label' })}>
          {found.map((animal, index) => (
            <li
              key={animal.animalId}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              // Keeps the focus until the click arrives.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(animal)}
            >
              <b>{animal.visualTag}</b>
              <small>{scene?.farms.find(({ id }) => id === animal.farmId)?.name}</small>
            </li>
          ))}
        </ul>
      )}
      {none && <p className="wall-search-none">{intl.formatMessage({ id: 'search.none' })}</p>}
    </div>
  )
}
