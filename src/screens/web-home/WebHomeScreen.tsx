import { useSearchParams } from 'react-router-dom'
import { bannerLists } from '../../entities/banners/bannerLists.tsx'
import { ListTabs, type OtherView } from '../../list/describeRecords.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { partnershipLists } from './partnershipLists.tsx'

const webBanners = bannerLists('webBanners')
const bins = [webBanners.bin, partnershipLists.bin]
const views: readonly OtherView[] = [
  {
    key: 'webHome',
    titleId: 'webHome.rest',
    View: lazyChunk(async () => (await import('./HomeRecord.tsx')).HomeRecord),
  },
]

/** Content of the public home page: banners, partners, and other content. */
export function WebHomeScreen() {
  const [query] = useSearchParams()
  const bin = bins.find(({ noun }) => noun === query.get('tab'))
  if (bin) return <ListPage key={bin.noun} list={bin} />
  return <ListTabs first={webBanners.records} others={[partnershipLists.records]} views={views} />
}
