import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of this process, named by Prometheus' rules. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  /** Adds a value that is read at each scrape. */
  const gauge = (name: string, help: string, value: () => number): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value())
        },
      }),
    )
  }
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds', 'Processor time used, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'The 99th percentile of the event loop’s lag since the last scrape.',
    () => {
      const lag = delay.percentile(99) / 1e9
      delay.reset()
      return Number.isFinite(lag) ? lag : 0
    },
  )
  return {
    registry,
    gauge,
    readings: new Counter({
      name: 'drover_readings_total',
      help: 'Readings by what became of them: stored, duplicate, or why not.',
      labelNames: ['result'] as const,
      registers,
    }),
    messages: new Counter({
      name: 'drover_messages_total',
      help: 'Mails and SMS by what became of a try: sent, retried, failed (given up).',
      labelNames: ['kind', 'result'] as const,
      registers,
    }),
    jobs: new Counter({
      name: 'drover_jobs_total',
      help: 'Runs of periodic work by what became of them: done, failed.',
      labelNames: ['job', 'result'] as const,
      registers,
    }),
    faults: new Counter({
      name: 'drover_faults_total',
      help: 'Errors of the server’s own code that were contained to one reading, message, rule or frame.',
      labelNames: ['place'] as const,
      registers,
    }),
    frames: new Counter({ name: 'drover_frames_total', help: 'Delta frames made, one a farm and tick.', registers }),
    publishToFrame: new Histogram({
      name: 'drover_publish_to_frame_seconds',
      help: 'From the arrival of a message to the frame that shows it: the oldest message of each frame.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 1, 2, 5],
      registers,
    }),
  }
}
