import { ListPage } from '../../list/ListPage.tsx'
import { unknownDeviceList } from './unknownDeviceList.tsx'

/** Unregistered devices that send readings, for adoption. */
export function UnknownDevicesScreen() {
  return <ListPage list={unknownDeviceList} />
}
