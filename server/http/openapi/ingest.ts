type Json = Record<string, unknown>

const readings = {
  type: 'object',
  required: ['gateway', 'readings'],
  properties: {
    gateway: { type: 'string' },
    sentAt: { description: 'ISO 8601 with zone, or epoch milliseconds.', type: ['string', 'number'] },
    readings: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: {
        type: 'object',
        required: ['neckband', 'at'],
        properties: {
          neckband: { type: 'string' },
          at: { description: 'ISO 8601 with zone, or epoch milliseconds.', type: ['string', 'number'] },
          longitude: { type: 'number' },
          latitude: { type: 'number' },
          accuracyM: { type: 'number' },
          rssi: { type: 'number' },
          battery: { type: 'number' },
          temperatureC: { type: 'number' },
          activity: { type: 'number', minimum: 0, maximum: 1 },
          moving: { type: 'boolean' },
          tamper: { type: 'boolean' },
        },
      },
    },
  },
}

const osmandFields = ['id', 'lat', 'lon', 'timestamp', 'batt', 'speed', 'bearing', 'altitude', 'hdop', 'accuracy']

/** Describes the routes of ingest and monitoring, which are outside the endpoint table. */
export function ingestPaths(reply: Json, failures: Json): Record<string, Json> {
  const security = [{ source: [] }]
  const responses = {
    200: { description: 'Stored, after the commit.', content: { 'application/json': { schema: reply } } },
    ...failures,
  }
  const route = (summary: string, content: Json) => ({
    tags: ['ingest'],
    summary,
    security,
    requestBody: { required: true, content },
    responses,
  })
  const osmand = osmandFields.map((name) => ({
    name,
    in: 'query',
    required: name === 'id',
    schema: { type: 'string' },
  }))
  const text = (summary: string) => ({
    get: { tags: ['watching'], summary, security: [], responses: { 200: { description: 'As it is.' } } },
  })
  return {
    '/ingest/json': { post: route('Readings in Drover’s own format.', { 'application/json': { schema: readings } }) },
    '/ingest/minew': {
      post: route('What a Minew gateway posts.', {
        'application/json': { schema: { type: 'array' } },
        'text/plain': { schema: { type: 'string' } },
      }),
    },
    '/ingest/osmand': {
      get: { tags: ['ingest'], summary: 'One reading in OsmAnd’s style.', security, parameters: osmand, responses },
      post: { tags: ['ingest'], summary: 'The same, by query or form.', security, parameters: osmand, responses },
    },
    '/ingest/chirpstack': {
      post: {
        ...route('An event of ChirpStack v4’s HTTP integration.', {
          'application/json': { schema: { type: 'object' } },
        }),
        parameters: [{ name: 'event', in: 'query', required: false, schema: { type: 'string' } }],
      },
    },
    '/ingest/ttn': {
      post: route('A message of a webhook of The Things Stack v3.', {
        'application/json': { schema: { type: 'object' } },
      }),
    },
    '/health/live': text('Answers as long as the process does.'),
    '/health/ready': text('200, or 503 with what is missing.'),
    '/metrics': text(
      'Prometheus text; with METRICS_TOKEN, or without one from this machine to a server that is for it alone.',
    ),
  }
}
