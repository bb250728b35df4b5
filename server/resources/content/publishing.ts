import { platformZone } from '#contract/content/texts.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { dayAt } from '../../farmDays.ts'
import type { Jobs } from '../../jobs.ts'

/** Interval between checks, ms of machine time. Screens are notified with this delay; visitors get the content on time. */
export const publishingMs = 10_000

/**
 * Returns a function that emits the articles that have appeared, and the banners whose days have begun or ended, since its last call.
 * @param from machine time, epoch ms
 */
export function createPublishing(
  { sql, events }: Pick<Context, 'sql' | 'events'>,
  from: number,
): (now: number) => Promise<void> {
  let emittedUntil = from
  return async (now) => {
    const appeared = await sql<{ id: number }[]>`
      select id from articles where publish_at > ${emittedUntil} and publish_at <= ${now} and not is_withdrawn and deleted_at is null order by id`
    const [since, today] = [dayAt(emittedUntil, platformZone), dayAt(now, platformZone)]
    const changed =
      since === today
        ? []
        : await sql<{ id: number; place: 'WEB' | 'APP' }[]>`
      select id, place from banners where deleted_at is null
        and (shown_from > ${since}::date and shown_from <= ${today}::date or shown_until >= ${since}::date and shown_until < ${today}::date) order by id`
    emittedUntil = Math.max(emittedUntil, now)
    const emitChanged = (noun: 'articles' | 'webBanners' | 'appBanners', ids: readonly number[]) => {
      if (ids.length > 0) events.emit('recordsChanged', { noun, ids })
    }
    emitChanged(
      'articles',
      appeared.map(({ id }) => id),
    )
    emitChanged(
      'webBanners',
      changed.filter(({ place }) => place === 'WEB').map(({ id }) => id),
    )
    emitChanged(
      'appBanners',
      changed.filter(({ place }) => place === 'APP').map(({ id }) => id),
    )
  }
}

/** Starts the job that announces scheduled content. */
export function startContentJobs(jobs: Jobs, context: Pick<Context, 'sql' | 'events'>): void {
  const publish = createPublishing(context, machineNow())
  jobs.start({
    name: 'publishing',
    intervalMs: publishingMs,
    time: 'machine',
    runs: 'each',
    run: () => publish(machineNow()),
  })
}
