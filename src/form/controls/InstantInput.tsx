import { Input } from 'antd'
import { useFormats, viewerZone } from '../../locale/formats.ts'
import type { ControlProps } from './controlProps.ts'

/** `2026-05-01T11:12` as the clocks here show an instant. */
function localMinute(at: string | number): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at)).replace(' ', 'T')
}

/** A minute of a day by the browser's own picker, in the viewer's zone, which is told. */
export function InstantInput({ value, onChange, onBlur, ...bound }: ControlProps<string | number>) {
  const { zone } = useFormats()
  return (
    <Input
      {...bound}
      className="form-date"
      type="datetime-local"
      value={value == null ? '' : localMinute(value)}
      suffix={value == null ? <span /> : <span>{zone(value, viewerZone)}</span>}
      onChange={({ target }) => onChange?.(target.value === '' ? null : new Date(target.value).toISOString())}
      onBlur={() => onBlur?.()}
    />
  )
}
