import {
  AimOutlined,
  AlertOutlined,
  ApartmentOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  DeleteOutlined,
  DesktopOutlined,
  EnvironmentOutlined,
  FundProjectionScreenOutlined,
  GatewayOutlined,
  GlobalOutlined,
  InfoCircleOutlined,
  LoginOutlined,
  MailOutlined,
  MessageOutlined,
  MobileOutlined,
  NotificationOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TagOutlined,
  TeamOutlined,
  UserOutlined,
  VideoCameraOutlined,
  WifiOutlined,
} from '@ant-design/icons'
import type { ScreenIconName } from '../navigation/screen.ts'

const icons = {
  about: InfoCircleOutlined,
  account: UserOutlined,
  alert: AlertOutlined,
  animal: TagOutlined,
  app: MobileOutlined,
  approval: AuditOutlined,
  camera: VideoCameraOutlined,
  farm: EnvironmentOutlined,
  feedback: MessageOutlined,
  gateway: WifiOutlined,
  insurance: SafetyCertificateOutlined,
  login: LoginOutlined,
  mail: MailOutlined,
  marketing: NotificationOutlined,
  monitor: DesktopOutlined,
  neckband: AimOutlined,
  organisation: BankOutlined,
  organisations: ApartmentOutlined,
  pen: GatewayOutlined,
  project: ProfileOutlined,
  projectMonitor: FundProjectionScreenOutlined,
  report: BarChartOutlined,
  settings: SettingOutlined,
  trash: DeleteOutlined,
  users: TeamOutlined,
  web: GlobalOutlined,
} as const satisfies Record<ScreenIconName, typeof AimOutlined>

/** The sign of a screen; its name always stands beside it, or in a hint. */
export function ScreenIcon({ name }: { name: ScreenIconName }) {
  const Icon = icons[name]
  return <Icon aria-hidden="true" />
}
