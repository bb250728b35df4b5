/** One part of a layer: a folder (`db/`) or a file (`clock.ts`), or several that count as one part. */
type Part = string | readonly string[]

/**
 * The layers inside a top-level folder, from the bottom up. A file imports only its own part and the layers below it, types included. Other parts of
 * its own layer are forbidden too.
 */
export const layerTables: Record<string, readonly (readonly Part[])[]> = {
  server: [
    [
      [
        'callError.ts',
        'clock.ts',
        'colours.ts',
        'databaseAddress.ts',
        'errorCode.ts',
        'spreadsheetText.ts',
        'events.ts',
        'farmDays.ts',
        'faults.ts',
        'inputBounds.ts',
        'jobs.ts',
        'languages.ts',
        'metrics.ts',
        'networkConnections.ts',
        'rateLimiter.ts',
        'requestAddress.ts',
        'secrets/',
        'settings.ts',
        'tls/',
        'workers/',
      ],
    ],
    ['db/'],
    ['files/'],
    ['herd/'],
    ['alerts/'],
    ['ingest/', 'live/'],
    ['cleaner/', 'exports/', 'imports/', 'media/', 'notify/', 'rehearsal/', 'site/'],
    ['auth/'],
    [['context.ts', 'handler.ts', 'records/']],
    ['resources/'],
    ['http/'],
    ['demo/'],
    ['app/'],
    ['commands/'],
  ],
  src: [
    ['storage/'],
    ['locale/'],
    ['theme/'],
    ['controls/'],
    ['api/'],
    ['store/'],
    ['navigation/'],
    ['form/', 'map/', 'charts/'],
    ['list/'],
    ['entities/', 'shell/'],
    ['screens/'],
    [['routes.tsx', 'routes/']],
    ['router.tsx'],
    ['site/'],
    ['Console.tsx'],
    [['main.tsx', 'style.css', 'public/']],
  ],
}
