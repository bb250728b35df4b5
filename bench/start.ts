import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts, run } from './processes.ts'
import { goal, type Section } from './report.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const limits = { firstSeconds: 90, laterSeconds: 8 }
const laterStarts = 3

/** Measures `npm start` on a fresh clone, as a new user would run it, and then again. */
export async function benchStart(): Promise<Section> {
  const home = mkdtempSync(join(tmpdir(), 'drover start '))
  // The database runs without root rights and needs access. The space in the path is part of the test.
  chmodSync(home, 0o755)
  const tree = join(home, 'drover')
  try {
    const cloned = await run('git', ['clone', '--quiet', '--no-hardlinks', root, tree], home)
    if (cloned !== 0) throw new Error('the repository could not be cloned')
    console.log('first start …')
    const first = await startOnce(tree)
    const later: number[] = []
    for (let i = 0; i < laterStarts; i++) later.push(await startOnce(tree))
    const slowest = Math.max(...later)
    return {
      title: 'From `npm start` to ready',
      head: ['', 'seconds', 'limit'],
      rows: [
        ['first start: install, build, seed', first.toFixed(1), goal(first, { atMost: limits.firstSeconds })],
        [
          `later starts (slowest of ${laterStarts})`,
          slowest.toFixed(1),
          goal(slowest, { atMost: limits.laterSeconds }),
        ],
      ],
      notes: [
        'A fresh clone of the last commit with nothing installed, the demo included; packages from npm or its cache.',
      ],
      figures: { 'start.firstSeconds': first, 'start.laterSeconds': slowest },
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** @returns seconds until the output says ready and /health/ready agrees; while seeding the demo only the latter is true */
async function startOnce(tree: string): Promise<number> {
  const [webPort, mqttPort] = await freePorts()
  const from = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: tree,
    detached: true,
    // Without the environment of the npm that runs the bench: a later start must find its own programs.
    env: { ...outerEnvironment(), PORT: String(webPort), MQTT_PORT: String(mqttPort), NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const appendOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000))
  child.stdout.on('data', appendOutput)
  child.stderr.on('data', appendOutput)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, signal)
    await exited
  }
  for (;;) {
    const answer = output.includes('Drover is ready')
      ? await fetch(`http://127.0.0.1:${webPort}/health/ready`).catch(() => null)
      : null
    if (answer?.status === 200) break
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - from > 600_000) {
      await stop('SIGKILL')
      throw new Error(`npm start did not come up:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - from) / 1000
  await stop('SIGINT')
  return seconds
}

function outerEnvironment(): Record<string, string> {
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'INIT_CWD')
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return {
    ...Object.fromEntries(outer.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    PATH: path.join(':'),
  }
}
