import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LogProject, MonitorStatus, ProjectDay } from '#contract/projects/days/dailyLogs.ts'
import type { ErrorCode } from '#contract/calls/envelope.ts'

/** Place of a photo, WGS-84. */
export interface PhotoPlace {
  longitude: number
  latitude: number
  accuracyM: number
}

export interface StoredPhoto {
  id: string
  place: PhotoPlace | null
  /** Browser clock, epoch ms. */
  takenAt: number
  /** Id of the upload; null before it. */
  imageId: string | null
}

/** Why the server refused a log. */
export interface Refusal {
  code: ErrorCode
  message: string
  fields: Record<string, string>
}

/** A daily log stored in this browser until the server has it. */
export interface StoredLog {
  /** Created here, so that the server recognises a log sent twice. */
  key: string
  userId: number
  projectId: number
  projectCode: string
  farmId: number
  farmName: string
  timeZone: string
  day: string
  monitorStatus: MonitorStatus
  /** Whether heads are counted by pen or for the whole farm. */
  counting: 'PENS' | 'WHOLE'
  handCount: number | null
  /** Heads by pen id. */
  counts: Record<number, number>
  text: string
  photos: StoredPhoto[]
  correctsId: number | null
  /** When the author finished it, epoch ms; null while it is a draft. */
  writtenAt: number | null
  /** Draft, waiting to be sent, or refused by the server. */
  state: 'DRAFT' | 'QUEUED' | 'REFUSED'
  refusal: Refusal | null
}

type Loaded = { userId: number; keptAt: number } & (
  | { kind: 'day'; projectId: number; value: ProjectDay }
  | { kind: 'projects'; projectId: 0; value: LogProject[] }
)

interface Schema extends DBSchema {
  logs: { key: [number, string]; value: StoredLog }
  photos: { key: [number, string]; value: { userId: number; id: string; content: Blob } }
  loaded: { key: [number, number]; value: Loaded }
}

const stores = ['logs', 'photos', 'loaded'] as const

/** Daily logs stored in a browser, separately for each user. */
export interface LogStorage {
  /** False: the logs are lost when the page closes. */
  isDurable: boolean
  logs(userId: number): Promise<StoredLog[]>
  /** Number of logs of all users. */
  count(): Promise<number>
  put(log: StoredLog): Promise<void>
  /** Deletes a log with its photos. */
  remove(log: StoredLog): Promise<void>
  photo(userId: number, id: string): Promise<Blob | null>
  putPhoto(userId: number, id: string, content: Blob): Promise<void>
  removePhoto(userId: number, id: string): Promise<void>
  day(userId: number, projectId: number): Promise<ProjectDay | null>
  putDay(userId: number, day: ProjectDay): Promise<void>
  projects(userId: number): Promise<LogProject[] | null>
  putProjects(userId: number, projects: LogProject[]): Promise<void>
  /** Deletes everything of one user. */
  clear(userId: number): Promise<void>
}

/** Opens the log storage; without browser storage it uses memory. */
export async function openLogShelf(): Promise<LogStorage> {
  try {
    return shelfOf(
      await openDB<Schema>('drover', 1, {
        upgrade(database) {
          database.createObjectStore('logs', { keyPath: ['userId', 'key'] })
          database.createObjectStore('photos', { keyPath: ['userId', 'id'] })
          database.createObjectStore('loaded', { keyPath: ['userId', 'projectId'] })
        },
      }),
    )
  } catch {
    return memoryShelf()
  }
}

const allOf = (userId: number) => IDBKeyRange.bound([userId], [userId, []])
/** Waits until data is on disk, as a device may lose power at any moment. */
const strict = { durability: 'strict' } as const

function shelfOf(database: IDBPDatabase<Schema>): LogStorage {
  const put = async <Name extends (typeof stores)[number]>(name: Name, value: Schema[Name]['value']) => {
    const transaction = database.transaction(name, 'readwrite', strict)
    await Promise.all([transaction.store.put(value), transaction.done])
  }
  return {
    isDurable: true,
    logs: (userId) => database.getAll('logs', allOf(userId)),
    count: () => database.count('logs'),
    put: (log) => put('logs', log),
    async remove({ userId, key, photos }) {
      const transaction = database.transaction(['logs', 'photos'], 'readwrite', strict)
      await Promise.all([
        transaction.objectStore('logs').delete([userId, key]),
        ...photos.map(({ id }) => transaction.objectStore('photos').delete([userId, id])),
        transaction.done,
      ])
    },
    photo: async (userId, id) => (await database.get('photos', [userId, id]))?.content ?? null,
    putPhoto: (userId, id, content) => put('photos', { userId, id, content }),
    removePhoto: (userId, id) => database.delete('photos', [userId, id]),
    async day(userId, projectId) {
      const found = await database.get('loaded', [userId, projectId])
      return found?.kind === 'day' ? found.value : null
    },
    putDay: (userId, value) => put('loaded', { kind: 'day', userId, projectId: value.id, value, keptAt: Date.now() }),
    async projects(userId) {
      const found = await database.get('loaded', [userId, 0])
      return found?.kind === 'projects' ? found.value : null
    },
    putProjects: (userId, value) =>
      put('loaded', { kind: 'projects', userId, projectId: 0, value, keptAt: Date.now() }),
    async clear(userId) {
      const transaction = database.transaction(stores, 'readwrite', strict)
      await Promise.all([
        ...stores.map((name) => transaction.objectStore(name).delete(allOf(userId))),
        transaction.done,
      ])
    },
  }
}

function memoryShelf(): LogStorage {
  const logs = new Map<string, StoredLog>()
  const photos = new Map<string, Blob>()
  const days = new Map<string, ProjectDay>()
  const projects = new Map<number, LogProject[]>()
  const named = (userId: number, name: string | number) => `${userId} ${name}`
  return {
    isDurable: false,
    logs: async (userId) => [...logs.values()].filter((log) => log.userId === userId),
    count: async () => logs.size,
    put: async (log) => void logs.set(named(log.userId, log.key), log),
    async remove({ userId, key, photos: taken }) {
      logs.delete(named(userId, key))
      for (const { id } of taken) photos.delete(named(userId, id))
    },
    photo: async (userId, id) => photos.get(named(userId, id)) ?? null,
    putPhoto: async (userId, id, content) => void photos.set(named(userId, id), content),
    removePhoto: async (userId, id) => void photos.delete(named(userId, id)),
    day: async (userId, projectId) => days.get(named(userId, projectId)) ?? null,
    putDay: async (userId, day) => void days.set(named(userId, day.id), day),
    projects: async (userId) => projects.get(userId) ?? null,
    putProjects: async (userId, list) => void projects.set(userId, list),
    async clear(userId) {
      for (const map of [logs, photos, days])
        for (const key of map.keys()) if (key.startsWith(`${userId} `)) map.delete(key)
      projects.delete(userId)
    },
  }
}
