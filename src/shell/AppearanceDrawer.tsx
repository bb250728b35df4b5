import { Button, Drawer, Segmented, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useEndSide } from '../locale/locale.ts'
import type { MessageId } from '../locale/languages.ts'
import { appearanceChoices, defaultAppearance, setAppearance, useAppearance } from '../theme/appearance.ts'
import { primaries, primaryNames } from '../theme/colours.ts'

/** Settings for the console's appearance in this browser: applied immediately, stored, and reset by one button. */
export function AppearanceDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const intl = useIntl()
  const look = useAppearance()
  const placement = useEndSide()
  const { mode, navTheme, headerTheme, layout, width, density } = appearanceChoices
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement={placement}
      size={340}
      title={intl.formatMessage({ id: 'appearance.title' })}
      footer={
        <div className="appearance-foot row">
          <span>{intl.formatMessage({ id: 'appearance.kept' })}</span>
          <Button onClick={() => setAppearance(defaultAppearance)}>
            {intl.formatMessage({ id: 'appearance.reset' })}
          </Button>
        </div>
      }
    >
      <Choice
        nameId="appearance.mode"
        value={look.mode}
        of={mode}
        wordOf={(value) => `appearance.mode.${value}`}
        onChange={(value) => setAppearance({ mode: value })}
      />
      <PrimaryChoice />
      <Choice
        nameId="appearance.layout"
        value={look.layout}
        of={layout}
        wordOf={(value) => `appearance.layout.${value}`}
        onChange={(value) => setAppearance({ layout: value })}
      />
      <Choice
        nameId="appearance.nav"
        value={look.navTheme}
        of={navTheme}
        wordOf={(value) => `appearance.mode.${value}`}
        onChange={(value) => setAppearance({ navTheme: value })}
      />
      <Choice
        nameId="appearance.header"
        value={look.headerTheme}
        of={headerTheme}
        wordOf={(value) => `appearance.mode.${value}`}
        onChange={(value) => setAppearance({ headerTheme: value })}
      />
      <Choice
        nameId="appearance.width"
        value={look.width}
        of={width}
        wordOf={(value) => `appearance.width.${value}`}
        onChange={(value) => setAppearance({ width: value })}
      />
      <Choice
        nameId="appearance.density"
        value={look.density}
        of={density}
        wordOf={(value) => `appearance.density.${value}`}
        onChange={(value) => setAppearance({ density: value })}
      />
      <Toggle
        nameId="appearance.fixedNav"
        checked={look.fixedNav}
        onChange={(fixedNav) => setAppearance({ fixedNav })}
      />
      <Toggle
        nameId="appearance.weak"
        checked={look.weakColours}
        onChange={(weakColours) => setAppearance({ weakColours })}
      >
        {intl.formatMessage({ id: 'appearance.weakText' })}
      </Toggle>
    </Drawer>
  )
}

interface ChoiceProps<T extends string> {
  nameId: MessageId
  value: T
  of: readonly T[]
  wordOf: (value: T) => MessageId
  onChange: (value: T) => void
}

function Choice<T extends string>({ nameId, value, of, wordOf, onChange }: ChoiceProps<T>) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: nameId })
  return (
    <div className="appearance-choice">
      <p>{name}</p>
      <Segmented
        block
        aria-label={name}
        value={value}
        options={of.map((one) => ({ value: one, label: intl.formatMessage({ id: wordOf(one) }) }))}
        onChange={onChange}
      />
    </div>
  )
}

function PrimaryChoice() {
  const intl = useIntl()
  const chosen = useAppearance((state) => state.primary)
  const name = intl.formatMessage({ id: 'appearance.primary' })
  return (
    <div className="appearance-choice" role="radiogroup" aria-label={name}>
      <p>{name}</p>
      <div className="appearance-colours">
        {primaryNames.map((primary) => (
          <input
            key={primary}
            type="radio"
            name="primary"
            checked={primary === chosen}
            style={{ backgroundColor: primaries[primary].theme }}
            title={intl.formatMessage({ id: `appearance.primary.${primary}` })}
            aria-label={intl.formatMessage({ id: `appearance.primary.${primary}` })}
            onChange={() => setAppearance({ primary })}
          />
        ))}
      </div>
    </div>
  )
}

function Toggle({
  nameId,
  checked,
  onChange,
  children,
}: {
  nameId: MessageId
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
}) {
  const intl = useIntl()
  const id = useId()
  return (
    <div className="appearance-toggle">
      <label htmlFor={id}>{intl.formatMessage({ id: nameId })}</label>
      <Switch id={id} checked={checked} onChange={onChange} />
      {children && <p>{children}</p>}
    </div>
  )
}
