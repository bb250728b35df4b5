import { Button, Drawer, Segmented, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useEndSide } from '../locale/locale.ts'
import { defaultAppearance, setAppearance, useAppearance } from '../theme/appearance.ts'

/** How the console looks in this browser: changed at once, remembered, and put back by one button. */
export function AppearanceDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const intl = useIntl()
  const look = useAppearance()
  const weakId = useId()
  const placement = useEndSide()
  const brightness = (['light', 'dark'] as const).map((value) => ({ value, label: intl.formatMessage({ id: `appearance.mode.${value}` }) }))
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
          <Button onClick={() => setAppearance(defaultAppearance)}>{intl.formatMessage({ id: 'appearance.reset' })}</Button>
        </div>
      }
    >
      <Choice name={intl.formatMessage({ id: 'appearance.mode' })}>
        {(label) => (
          <Segmented
            block
            aria-label={label}
            value={look.mode}
            options={[...brightness, { value: 'system' as const, label: intl.formatMessage({ id: 'appearance.mode.system' }) }]}
            onChange={(mode) => setAppearance({ mode })}
          />
        )}
      </Choice>
      <Choice name={intl.formatMessage({ id: 'appearance.nav' })}>
        {(label) => <Segmented block aria-label={label} value={look.navTheme} options={brightness} onChange={(navTheme) => setAppearance({ navTheme })} />}
      </Choice>
      <Choice name={intl.formatMessage({ id: 'appearance.header' })}>
        {(label) => <Segmented block aria-label={label} value={look.headerTheme} options={brightness} onChange={(headerTheme) => setAppearance({ headerTheme })} />}
      </Choice>
      <Choice name={intl.formatMessage({ id: 'appearance.density' })}>
        {(label) => (
          <Segmented
            block
            aria-label={label}
            value={look.density}
            options={(['comfortable', 'compact'] as const).map((value) => ({ value, label: intl.formatMessage({ id: `appearance.density.${value}` }) }))}
            onChange={(density) => setAppearance({ density })}
          />
        )}
      </Choice>
      <div className="appearance-weak">
        <label htmlFor={weakId}>{intl.formatMessage({ id: 'appearance.weak' })}</label>
        <Switch id={weakId} checked={look.weakColours} onChange={(weakColours) => setAppearance({ weakColours })} />
        <p>{intl.formatMessage({ id: 'appearance.weakText' })}</p>
      </div>
    </Drawer>
  )
}

function Choice({ name, children }: { name: string; children: (label: string) => ReactNode }) {
  return (
    <div className="appearance-choice">
      <p>{name}</p>
      {children(name)}
    </div>
  )
}
