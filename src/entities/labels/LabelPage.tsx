import { QRCode } from 'antd'
import { paper } from '../../theme/colours.ts'
import type { Sheet } from './sheets.ts'

/** Content of a label: the device id, which the QR code contains, and a line below it. */
export interface Label {
  id: string
  line: string | null
}

/** One page of labels as printed. */
export function LabelPage({ sheet, labels }: { sheet: Sheet; labels: readonly (Label | null)[] }) {
  const [width, height] = sheet.page
  const size = { inlineSize: millimetres(width), blockSize: millimetres(height) }
  const places = {
    gridTemplateColumns: Array<string>(sheet.columns).fill(millimetres(sheet.width)).join(' '),
    gridAutoRows: millimetres(sheet.height),
  }
  const side = millimetres(Math.min(sheet.height - 6, sheet.width * 0.42))
  return (
    <section className="label-page" style={{ ...size, ...places, color: paper.ink, background: paper.ground }}>
      {labels.map((label, place) =>
        label === null ? (
          <span key={place} />
        ) : (
          <div key={label.id} className="label" dir="ltr">
            <span className="label-code" style={{ inlineSize: side, blockSize: side }}>
              <QRCode
                value={label.id}
                type="svg"
                bordered={false}
                color={paper.ink}
                bgColor={paper.ground}
                marginSize={0}
              />
            </span>
            <span className="label-words">
              <b>{label.id}</b>
              {label.line !== null && <bdi>{label.line}</bdi>}
            </span>
          </div>
        ),
      )}
    </section>
  )
}

const millimetres = (length: number) => `${length}mm`
