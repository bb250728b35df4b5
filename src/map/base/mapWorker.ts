import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

/** Maps draw in a worker of their own, whose script is served beside the others. Done before the first map is made. */
setWorkerUrl(workerUrl)
