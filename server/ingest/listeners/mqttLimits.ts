/** Bytes and packet ids of all connections of one source. */
export interface SourceShare {
  /** Bytes of incomplete packets. */
  unfinishedBytes: number
  readonly maxUnfinishedBytes: number
  /** Bytes of messages that are being stored. */
  inFlightBytes: number
  /** Packet ids at QoS 2 that were not released. */
  unreleased: number
  /** Connections that are not read until messages were stored. */
  readonly paused: Set<{ wake(): void }>
}

/** Limits of one connection's packets. */
export interface PacketLimits {
  /** Maximum time for a client's CONNECT, and for each packet, ms. */
  timeoutMs: number
  /** Time between the last bytes for a client and the end of its connection, ms. Closed at once, they might not arrive. */
  farewellMs: number
  /** Maximum bytes of the first packet, which identifies the client. */
  firstBytes: number
  bytes: number
  /** Bytes of packets that are no messages: burst, and ms per further one. */
  control: { capacity: number; refillMs: number }
}

/** Maximum unacknowledged messages at QoS 1 and 2 of a client of MQTT 5. */
export const receiveMaximum = 1000
/** Messages of a connection that are being stored, and their bytes, from which on it is not read. */
export const maxInFlight = 2 * receiveMaximum
export const maxInFlightBytes = 2_000_000
/** Bytes of messages that are being stored, of all connections of a source. */
export const maxSourceInFlightBytes = 32_000_000
/** Maximum packet ids at QoS 2 that the clients of a source have not released. */
export const maxUnreleased = 100_000
/** Topic aliases of a connection (MQTT 5, 3.3.2.3.4). */
export const topicAliasMaximum = 32
/** Maximum keepalive, seconds; also for clients without one. A client that sends nothing for one and a half times as long is disconnected. */
export const maxKeepaliveSeconds = 3600
/** Maximum bytes of a PUBREL, which belongs to a message. */
export const maxReleaseBytes = 6
/** Maximum length of a client id in MQTT 3.1. */
export const maxOldIdLength = 23
