import type { Logger } from 'pino'
import type { BrokerFault } from '#contract/live/live.ts'
import type { Registry } from '../../herd/registry.ts'
import { type Settings, urlOf } from '../../settings.ts'
import type { Certificate } from '../../tls/certificates.ts'
import type { Receiver } from '../receiver.ts'
import { type MqttListener, openMqttBroker } from './mqttBroker.ts'
import { openMqttSubscriber } from './mqttSubscriber.ts'

/** The source of an outside broker's readings when its address names no user. */
const usualSource = 'broker'

/** The name of the source that the messages of an outside broker count for. @param url its address */
export function brokerSource(url: string): string {
  const { username } = new URL(url)
  return username === '' ? usualSource : decodeURIComponent(username)
}

interface MqttParts {
  settings: Settings
  /** Of the embedded broker; null: without encryption. */
  certificate: Certificate | null
  log: Logger
  receiver: Receiver
  registry: () => Registry
  /** Called with each change: why nothing comes from an outside broker, null while it is there or the broker is ours. */
  onState: (fault: BrokerFault | null) => void
  /** Called with gateways whose connection to our broker broke off: of an outside one nothing is known. */
  onCutOff: (gatewayIds: number[]) => void
}

/** Where readings come in over MQTT; an outside broker keeps its own connections and certificate. */
export interface OpenMqttListener extends Omit<MqttListener, 'port'> {
  url: string
}

/** Takes readings over MQTT: from the outside broker that the settings name, or else as a broker for gateways. */
export async function openMqttListener({ settings, certificate, log, receiver, registry, onState, onCutOff }: MqttParts): Promise<OpenMqttListener> {
  const { HOST, MQTT_HOST: host = HOST, MQTT_PORT: port, MQTT_URL: url } = settings
  if (url === undefined) {
    const broker = await openMqttBroker({ host, port, certificate, receiver, registry, log, onCutOff })
    onState(null)
    return { ...broker, url: urlOf(certificate ? 'mqtts' : 'mqtt', host, broker.port) }
  }
  const name = brokerSource(url)
  const source = () => [...registry().sources.values()].find((one) => one.name === name)
  const subscriber = openMqttSubscriber({ url, clientId: `drover-${settings.PORT}`, source, receiver, log, onState })
  return { url, endRevoked() {}, renew() {}, close: subscriber.close }
}
