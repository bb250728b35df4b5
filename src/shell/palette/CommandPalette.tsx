import './palette.css'
import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import type { Finding, matchedFields } from '#contract/office/finder.ts'
import type { MessageId } from '../../locale/languages.ts'
import { joinParts } from '../../locale/joins.ts'
import { nameIdOf, useScreenTable, type Screen } from '../../navigation/screen.ts'
import { ScreenIcon } from '../ScreenIcon.tsx'
import { useAccount } from '../../store/account.ts'
import { useSession } from '../../api/session.ts'
import { Marked } from './matches.tsx'
import { isNamed, placeKinds, placeOf, screenPlaces, type Place } from './places.ts'
import { saveRecent, recentPlaces } from './recent.ts'
import { useFindings } from './useFindings.ts'

/** Labels of fields other than names in which a text may be found. */
const matchedLabels = {
  electronicTag: 'card.electronicTag',
  userName: 'user.userName',
  telephone: 'user.telephone',
  email: 'user.email',
  creditCode: 'organisation.creditCode',
} as const satisfies Record<(typeof matchedFields)[number], MessageId>

/** Search field above all places one can go to. Keyboard first: arrows, Enter, Escape. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const listId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const userId = useAccount()?.id ?? null
  const { places, busy, failed } = usePlaces(userId, text)
  const chosen = Math.min(at, places.length - 1)

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) element.showModal()
    // A click outside closes the dialog: its content covers the dialog element completely.
    const onPress = (event: MouseEvent) => {
      if (event.target === element) element.close()
    }
    element.addEventListener('mousedown', onPress)
    return () => element.removeEventListener('mousedown', onPress)
  }, [])

  function go(place: Place | undefined) {
    if (!place) return
    saveRecent(userId, place)
    onClose()
    void navigate(place.path)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter that completes an IME composition must not choose an entry.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(places.length === 0 ? 0 : (chosen + 1) % places.length)
    else if (event.key === 'ArrowUp') setAt(places.length === 0 ? 0 : (chosen - 1 + places.length) % places.length)
    else if (event.key === 'Enter') go(places[chosen])
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className="palette" aria-label={intl.formatMessage({ id: 'palette.title' })} onClose={onClose}>
      <div className="palette-box">
        <div className="palette-line row">
          <SearchOutlined aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            autoFocus
            aria-expanded={places.length > 0}
            aria-controls={listId}
            aria-activedescendant={places[chosen] ? `${listId}-${chosen}` : undefined}
            aria-label={intl.formatMessage({ id: 'palette.title' })}
            placeholder={intl.formatMessage({ id: 'palette.open' })}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <ul
          id={listId}
          role="listbox"
          aria-label={intl.formatMessage({ id: 'palette.title' })}
          className="palette-list"
          hidden={places.length === 0}
        >
          {places.map((place, index) => (
            <PlaceEntry
              key={`${place.kind} ${place.path}`}
              id={`${listId}-${index}`}
              place={place}
              text={text}
              hasHeading={places[index - 1]?.kind !== place.kind}
              isChosen={index === chosen}
              onPoint={() => setAt(index)}
              onGo={() => go(place)}
            />
          ))}
        </ul>
        <p className="palette-word" role="status">
          {failed && intl.formatMessage({ id: 'palette.failed' })}
          {busy && intl.formatMessage({ id: 'palette.busy' })}
          {!failed && !busy && places.length === 0 && intl.formatMessage({ id: 'palette.none' }, { text: text.trim() })}
        </p>
        <p className="palette-keys" aria-hidden="true">
          {intl.formatMessage({ id: 'palette.keys' })}
        </p>
      </div>
    </dialog>
  )
}

/** Returns the places that match the text, by kind; without a text the recent places and all pages. */
function usePlaces(userId: number | null, text: string) {
  const intl = useIntl()
  const screens = useScreenTable()
  const role = useSession((state) => state.session?.role ?? null)
  const { list, failed, busy } = useFindings(text)
  const nameOf = (screen: Screen) => intl.formatMessage({ id: nameIdOf(screen) })
  const groupOf = ({ menu }: Screen) => (menu ? intl.formatMessage({ id: `nav.${menu}` }) : '')
  const localPlaces = [...recentPlaces(userId, screens, role, nameOf), ...screenPlaces(screens, role, nameOf, groupOf)]
  const hintOf = ({ role: theirs, ticketKind, hint }: Finding) =>
    joinParts(
      intl,
      theirs && intl.formatMessage({ id: `role.${theirs}` }),
      ticketKind && intl.formatMessage({ id: `ticket.kind.${ticketKind}` }),
      hint,
    )
  const found = text.trim() === '' ? [] : list.flatMap((finding) => placeOf(finding, screens, role, hintOf) ?? [])
  const named = localPlaces.filter((place) => isNamed(place, text))
  const paths = new Set(named.filter(({ kind }) => kind === 'recent').map(({ path }) => path))
  const all = [...named, ...found].filter(({ kind, path }) => kind === 'recent' || !paths.has(path))
  return { places: placeKinds.flatMap((kind) => all.filter((place) => place.kind === kind)), failed, busy }
}

interface EntryProps {
  id: string
  place: Place
  /** Typed text, highlighted where it matches. */
  text: string
  /** Whether the entry is the first of its kind and shows the kind's heading. */
  hasHeading: boolean
  isChosen: boolean
  onPoint: () => void
  onGo: () => void
}

function PlaceEntry({ id, place, text, hasHeading: heads, isChosen, onPoint, onGo }: EntryProps) {
  const intl = useIntl()
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <>
      {heads && (
        <li role="presentation" className="palette-kind">
          {intl.formatMessage({ id: `palette.${place.kind}` })}
        </li>
      )}
      <li
        ref={entry}
        id={id}
        role="option"
        aria-selected={isChosen}
        className="palette-place row"
        onPointerMove={onPoint}
        // Keeps the focus until the click arrives.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onGo}
      >
        <ScreenIcon name={place.icon} />
        <span>
          <Marked words={place.name} text={text} />
        </span>
        <small>
          <Marked words={place.hint} text={text} />
        </small>
        {place.matched && (
          <small className="palette-matched">
            {intl.formatMessage({ id: matchedLabels[place.matched.field] })}{' '}
            <Marked words={place.matched.text} text={text} />
          </small>
        )}
      </li>
    </>
  )
}
