import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import readXlsxFile from 'read-excel-file/node'
import type { ExportFormat } from '#contract/calls/exports.ts'
import type { Sql } from '../server/db/connect.ts'
import { insertSession } from '../server/db/auth/sessions.ts'
import { newDataDir, removeDataDir, startProduct, type Product } from './product.ts'
import { count as figure, goal, type Section } from './report.ts'

const limits = { loopP99Ms: 50, memoryMegabytes: 100 }
const path = '/collateral/web/user/export'
const columns = [
  { field: 'displayName', title: '姓名' },
  { field: 'userName', title: '用户名' },
  { field: 'role', title: '角色', words: { BANK_USER: '银行普通用户' } },
  { field: 'organisationName', title: '所属机构' },
  { field: 'telephone', title: '手机' },
  { field: 'email', title: '邮箱' },
  { field: 'status', title: '状态', words: { ACTIVE: '正常' } },
  { field: 'twoFactor', title: '两步验证', words: { true: '是', false: '否' } },
  { field: 'createdAt', title: '创建时间' },
]

interface Measured {
  seconds: number
  megabytes: number
  rows: number
  /** The server's event loop delay during the export, 99th percentile. */
  loopP99Ms: number
  /** Calls of other users during the export, 99th percentile. */
  callP99Ms: number
  /** Maximum above the memory before the export. */
  memoryMegabytes: number
}

/** Measures exporting a list of many rows: how long the server's event loop is blocked, and how much memory is used. */
export async function benchExport({ rows = 100_000 } = {}): Promise<Section> {
  const dataDir = newDataDir()
  const product = await startProduct(dataDir)
  try {
    const tokens = await seedUsers(product.sql, rows)
    const ask = (format: ExportFormat, slowMs: number, place = 0) =>
      readFile(product, tokens[place] ?? '', format, slowMs)
    // The first run compiles, unlike on a busy server.
    await ask('xlsx', 0)
    const idle = await measure(product, async () => sleep(8000).then(() => ({ bytes: 0, count: async () => 0 })))
    const csv = await measure(product, () => ask('csv', 0))
    const xlsx = await measure(product, () => ask('xlsx', 0))
    const three = await measure(
      product,
      async () => (await Promise.all([ask('csv', 0), ask('xlsx', 0, 1), ask('xlsx', 0, 2)]))[0],
    )
    const slow = await measure(product, () => ask('csv', 10))
    const runs = { idle, csv, xlsx, three, slow }
    const line = (name: string, of: (run: Measured) => string) => [name, ...Object.values(runs).map(of)]
    return {
      title: `${figure(rows)} rows of a list as a file`,
      head: ['', 'nothing (control)', 'CSV', 'XLSX', 'three at once', 'CSV, slow reader'],
      rows: [
        line('seconds', ({ seconds }) => seconds.toFixed(1)),
        line('MB', ({ megabytes }) => megabytes.toFixed(1)),
        line('rows in it', (run) => (run === idle ? '' : `${run.rows === rows ? '✓' : '✗'} ${figure(run.rows)}`)),
        line('event loop’s delay p99, ms', ({ loopP99Ms }) => loopP99Ms.toFixed(1)),
        line('goal', (run) => (run === idle ? '' : goal(run.loopP99Ms, { atMost: limits.loopP99Ms }))),
        line('other calls meanwhile p99, ms', ({ callP99Ms }) => callP99Ms.toFixed(1)),
        line('memory more than before, MB', ({ memoryMegabytes }) => figure(memoryMegabytes)),
        line('goal', (run) => (run === idle ? '' : goal(run.memoryMegabytes, { atMost: limits.memoryMegabytes }))),
      ],
      notes: [
        'The product as `npm start` starts it, 9 columns, the reader on the same machine. The delay is `monitorEventLoopDelay` in the server, resolution 10 ms, which a loop that does nothing shows, too (control). Other calls: `/health/live` every 20 ms. The slow reader waits 10 ms after each piece. Each file is read again and its rows are counted, the XLSX by another library.',
      ],
      figures: Object.fromEntries(
        Object.entries(runs).flatMap(([name, run]) =>
          Object.entries(run).map(([what, value]) => [`export.${name}.${what}`, value]),
        ),
      ),
    }
  } finally {
    await product.stop()
    removeDataDir(dataDir)
  }
}

/** Each user may run one export at a time, so several administrators export. */
const administrators = 3

/**
 * Inserts users directly into the database.
 * @returns the tokens of administrators who may list them
 */
async function seedUsers(sql: Sql, rows: number): Promise<string[]> {
  const now = Date.now()
  const [organisation] = await sql<{ id: number }[]>`
    insert into organisations (kind, name, registered_at, updated_at) values ('PLATFORM', 'Bench', ${now}, ${now}) returning id`
  const org = organisation?.id ?? 0
  const admins = await sql<{ id: number }[]>`
    insert into users (user_name, password_hash, role, organisation_id, display_name, created_at, updated_at)
    select 'bench' || n, 'none', 'ADMIN_PLATFORM', ${org}, 'Bench', ${now}, ${now} from generate_series(1, ${administrators}) n returning id`
  await sql`
    insert into users (user_name, role, organisation_id, display_name, telephone, email, created_at, updated_at)
    select 'user' || n, 'BANK_USER', ${org}, '草原银行客户经理 ' || n, '+86138' || lpad(n::text, 8, '0'), 'user' || n || '@bank.example.com', ${now}, ${now}
    from generate_series(1, ${rows - administrators}) n`
  await sql`analyze users`
  return Promise.all(
    admins.map(async ({ id }) => {
      const token = randomBytes(32).toString('base64url')
      const tokenHash = createHash('sha256').update(token).digest('hex')
      await insertSession(sql, {
        tokenHash,
        userId: id,
        passwordHash: 'none',
        now,
        idleMs: 3_600_000,
        expiresAt: now + 3_600_000,
        address: null,
        agent: null,
      })
      return token
    }),
  )
}

interface Taken {
  bytes: number
  /** Parses the file and counts its rows. */
  count(): Promise<number>
}

async function readFile({ webPort }: Product, token: string, format: ExportFormat, slowMs: number): Promise<Taken> {
  const response = await fetch(`http://127.0.0.1:${webPort}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'x-auth-token': token,
      'x-auth-timestamp': String(Date.now()),
    },
    body: JSON.stringify({ format, columns, sort: { field: 'id', order: 'asc' } }),
  })
  if (!response.ok || !response.body)
    throw new Error(`the export was refused: ${response.status} ${await response.text()}`)
  const pieces: Uint8Array[] = []
  for await (const piece of response.body) {
    pieces.push(piece)
    if (slowMs > 0) await sleep(slowMs)
  }
  const whole = Buffer.concat(pieces)
  return {
    bytes: whole.length,
    count: async () =>
      format === 'csv'
        ? whole.toString().split('\r\n').length - 2
        : ((await readXlsxFile(whole))[0]?.data.length ?? 0) - 1,
  }
}

async function measure(product: Product, work: () => Promise<Taken>): Promise<Measured> {
  await sleep(1000)
  const memoryBefore = product.memory().server
  // Each read starts a new measuring period.
  await loopP99Ms(product)
  const from = performance.now()
  let memoryMegabytes = 0
  const calls: number[] = []
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      const began = performance.now()
      await fetch(`http://127.0.0.1:${product.webPort}/health/live`).then((response) => response.text())
      calls.push(performance.now() - began)
      await sleep(20)
    }
  })()
  const sampler = setInterval(() => {
    memoryMegabytes = Math.max(memoryMegabytes, product.memory().server - memoryBefore)
  }, 250)
  // If the server ends, both fail; neither may stay unhandled.
  const working = work().finally(() => {
    isOver = true
    clearInterval(sampler)
  })
  const [{ bytes, count }] = await Promise.all([working, others])
  const seconds = (performance.now() - from) / 1000
  const lag = await loopP99Ms(product)
  const ordered = calls.toSorted((a, b) => a - b)
  const callP99Ms = ordered[Math.floor(ordered.length * 0.99)] ?? 0
  return { seconds, megabytes: bytes / 1e6, rows: await count(), loopP99Ms: lag, callP99Ms, memoryMegabytes }
}

async function loopP99Ms({ webPort }: Product): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${webPort}/metrics`)).text()
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN)
}
