import './preview.css'
import { Modal, Radio } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { CallError } from '../../api/CallError.ts'
import { loadImage } from '../../api/files/files.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'

const widths = ['desktop', 'phone'] as const
const widthWords = { desktop: 'preview.desktop', phone: 'preview.phone' } as const

interface Props {
  title: string
  /** HTML of the page from the server; undefined while it loads. */
  html: string | undefined
  error: CallError | null
  onRetry: () => void
  onClose: () => void
  /** Further controls above the page. */
  children?: ReactNode
}

/** Preview of a page as visitors would see it, wide or narrow, in a frame that runs no scripts. */
export function PagePreview({ title, html, error, onRetry, onClose, children }: Props) {
  const intl = useIntl()
  const [width, setWidth] = useState<(typeof widths)[number]>('desktop')
  const page = usePictures(html)
  return (
    <Modal open width={1200} title={title} footer={null} onCancel={onClose}>
      <div className="page-preview-bar row">
        {children}
        <Radio.Group
          optionType="button"
          value={width}
          options={widths.map((one) => ({ value: one, label: intl.formatMessage({ id: widthWords[one] }) }))}
          onChange={({ target }) => setWidth(widths.find((one) => one === target.value) ?? width)}
        />
      </div>
      {html === undefined && error !== null && <LoadFailed error={error} onRetry={onRetry} />}
      {page === null && error === null && <SkeletonLines />}
      {page !== null && (
        <iframe className="page-preview" data-width={width} title={title} sandbox="allow-same-origin" srcDoc={page} />
      )}
    </Modal>
  )
}

/** Returns the page with its pictures, each fetched with the token, as visitors may not see them yet. Null: still loading. */
function usePictures(html: string | undefined): string | null {
  const [page, setPage] = useState<{ of: string; html: string } | null>(null)
  useEffect(() => {
    if (html === undefined) return
    const urls: string[] = []
    let isGone = false
    const read = new DOMParser().parseFromString(html, 'text/html')
    const put = async (picture: HTMLImageElement) => {
      const [, id] = /^\/media\/([\da-f-]{36})(?:\?.*)?$/.exec(picture.getAttribute('src') ?? '') ?? []
      const blob = id === undefined ? null : await loadImage(id, 'whole').catch(() => null)
      if (blob === null || isGone) return
      const url = URL.createObjectURL(blob)
      urls.push(url)
      picture.removeAttribute('srcset')
      picture.src = url
    }
    void Promise.all([...read.querySelectorAll('img')].map(put)).then(
      () => !isGone && setPage({ of: html, html: `<!doctype html>${read.documentElement.outerHTML}` }),
    )
    return () => {
      isGone = true
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [html])
  return page !== null && page.of === html ? page.html : null
}
