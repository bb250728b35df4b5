import { ListPage } from '../../list/ListPage.tsx'
import { unknownDeviceList } from './unknownDeviceList.tsx'

/** Devices that send and that nobody registered, to be adopted. */
export function UnknownDevicesScreen() {
  return <ListPage list={unknownDeviceList} />
}
