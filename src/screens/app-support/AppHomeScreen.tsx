import { bannerLists } from '../../entities/banners/bannerLists.tsx'
import { RecordsPage } from '../../list/describeRecords.tsx'

const appBanners = bannerLists('appBanners')

/** Banners of the app's home page. */
export function AppHomeScreen() {
  return <RecordsPage lists={appBanners} />
}
