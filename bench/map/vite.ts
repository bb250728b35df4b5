import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'

/** Serves the pages beside this file with the product's own sources. */
export async function servePages(port = 0): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('./pages/', import.meta.url)),
    cacheDir: fileURLToPath(new URL('../../node_modules/.vite-bench', import.meta.url)),
    plugins: [react({ compiler: true })],
    optimizeDeps: { include: ['react', 'react-dom/client', 'react-intl', 'react-map-gl/maplibre', 'maplibre-gl', '@deck.gl/core', '@deck.gl/layers', '@deck.gl/extensions', '@deck.gl/maplibre', '@luma.gl/core', '@luma.gl/engine'] },
    server: { port, host: '127.0.0.1', fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
    logLevel: 'warn',
  })
  return server.listen()
}
