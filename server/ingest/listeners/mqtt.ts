import type { Logger } from 'pino'
import type { BrokerFault } from '#contract/live/live.ts'
import type { Registry } from '../../herd/registry.ts'
import { type Settings, urlOf } from '../../settings.ts'
import type { Certificate } from '../../tls/certificates.ts'
import type { Receiver } from '../receiver.ts'
import { type MqttListener, openMqttBroker } from './mqttBroker.ts'
import { openMqttSubscriber } from './mqttSubscriber.ts'

/** Name of the source for an outside broker whose address names no user. */
const defaultSource = 'broker'

/** Returns the name of the source that an outside broker's messages count for. @param url address of the broker */
export function brokerSource(url: string): string {
  const { username } = new URL(url)
  return username === '' ? defaultSource : decodeURIComponent(username)
}

interface MqttParts {
  settings: Settings
  /** Certificate of the embedded broker; null: without encryption. */
  certificate: Certificate | null
  log: Logger
  receiver: Receiver
  registry: () => Registry
  /** Called with each change: the fault of an outside broker, null while it works or the broker is embedded. */
  onState: (fault: BrokerFault | null) => void
  /** Called with each change: whether an outside broker sends a message again until it is acknowledged. */
  onGrant: (isGuaranteed: boolean) => void
  /** Called with gateways whose connection to the embedded broker was lost. Connections to an outside broker are not visible. */
  onCutOff: (gatewayIds: number[]) => void
}

/** The MQTT input. With an outside broker, connections and certificate are its own. */
export interface OpenMqttListener extends Omit<MqttListener, 'port'> {
  url: string
}

/** Opens the MQTT input: subscribes to the outside broker of the settings, or else runs a broker for gateways. */
export async function openMqttListener({
  settings,
  certificate,
  log,
  receiver,
  registry,
  onState,
  onGrant,
  onCutOff,
}: MqttParts): Promise<OpenMqttListener> {
  const { HOST, MQTT_HOST: host = HOST, MQTT_PORT: port, MQTT_URL: url } = settings
  if (url === undefined) {
    const broker = await openMqttBroker({ host, port, certificate, receiver, registry, log, onCutOff })
    onState(null)
    return { ...broker, url: urlOf(certificate ? 'mqtts' : 'mqtt', host, broker.port) }
  }
  const name = brokerSource(url)
  const source = () => [...registry().sources.values()].find((one) => one.name === name)
  const clientId = `drover-${settings.PORT}`
  const subscriber = openMqttSubscriber({ url, clientId, source, receiver, log, onState, onGrant })
  return { url, endRevoked() {}, renew() {}, close: subscriber.close }
}
