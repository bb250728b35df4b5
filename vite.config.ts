import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import react from '@vitejs/plugin-react'
import type { ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { GroupingSequencer } from './.ci/sequencer.ts'
import { families } from './src/locale/families.ts'
import { wordFaults } from './src/locale/wordFaults.ts'
import { colourSheet } from './src/theme/colourSheet.ts'

const rootDir = fileURLToPath(new URL('.', import.meta.url))
const server = process.env['DROVER_SERVER'] ?? 'http://127.0.0.1:8000'

/** Matches packages by their folders, with or without a scope. */
const from = (...packages: string[]) =>
  new RegExp(`node_modules[\\\\/](?:${packages.join('|')})(?:[\\\\/]|-[^\\\\/]+[\\\\/])`)

const antd = from('antd', '@ant-design', '@rc-component', 'rc')
/** Parts of antd used by only a few screens and dialogs, which are bundled with those. */
const rareAntd =
  /[\\/](?:es[\\/](?:tabs|segmented|qr-code|image|typography|tag|radio|form|select|input-number|switch|slider|result|popconfirm|progress|pagination)|@rc-component[\\/](?:tabs|segmented|qrcode|image|form|async-validator|select|virtual-list|input-number|mini-decimal|switch|progress|pagination))[\\/]/

const wordsIn = (language: string) =>
  JSON.parse(readFileSync(`${rootDir}locales/${language}.json`, 'utf8')) as Record<string, string>
const languages = readdirSync(`${rootDir}locales`).flatMap((name) => /^([a-z]+-[A-Z]+)\.json$/.exec(name)?.[1] ?? [])

/** The console's code as one text, without tests and the table of message families. */
const readCode = () =>
  readdirSync(`${rootDir}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|families\.ts$/.test(path))
    .map((path) => readFileSync(`${rootDir}src/${path}`, 'utf8'))
    .join('\n')

/** Fails the build when texts are missing, unused or invalid. src/locale/locales.test.ts checks the same. */
const soundWords = {
  name: 'sound-words',
  apply: 'build' as const,
  buildStart(this: { error: (message: string) => never }) {
    const files = Object.fromEntries(languages.map((language) => [`locales/${language}.json`, wordsIn(language)]))
    const faults = wordFaults({ files, code: readCode(), families })
    if (faults.length > 0) this.error(`The words in locales/ are not sound:\n${faults.join('\n')}`)
  },
}

/** `virtual:colours.css`: CSS variables of all colours, generated from src/theme/colours.ts. */
const colours = {
  name: 'colours',
  resolveId: (id: string) => (id === 'virtual:colours.css' ? '\0colours.css' : null),
  load: (id: string) => (id === '\0colours.css' ? colourSheet() : null),
}

/**
 * In development the server's pages of the public site use the style and script served by Vite, so that changes of `src/site/` appear at once. Vite
 * injects styles and opens a socket, which the site's content security policy would block.
 */
const sitePages: ProxyOptions = {
  target: server,
  selfHandleResponse: true,
  configure(proxy) {
    proxy.on('proxyReq', (asked) => {
      for (const name of ['accept-encoding', 'if-none-match']) asked.removeHeader(name)
    })
    proxy.on('proxyRes', async (answer, _asked, reply) => {
      const headers = Object.entries(answer.headers).filter(
        ([name]) => !['content-security-policy', 'content-length', 'etag'].includes(name),
      )
      const page = (await text(answer)).replaceAll(
        /<(?:link rel="stylesheet"|script type="module") [^>]*"\/assets\/[^>]*>(?:<\/script>)?/g,
        '',
      )
      const scripts = ['/@vite/client', '/site/site.ts'].map((path) => `<script type="module" src="${path}"></script>`)
      reply.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
      reply.end(page.replace('</head>', () => `${scripts.join('')}</head>`))
    })
  },
}

/**
 * Tests create many short-lived objects: a larger young generation reduces copying. Most code runs only a few times, where interpreting costs more
 * than baseline compilation.
 */
const forTests = ['--max-semi-space-size=64', '--always-sparkplug']

/** Console test files that the quick suite leaves out whole. Without this, Vitest loads each of them and then filters out its tests. */
const longFiles =
  process.env['DROVER_TESTS'] === 'quick'
    ? readdirSync(`${rootDir}src`, { recursive: true, encoding: 'utf8' })
        .filter(
          (path) =>
            /\.test\.tsx?$/.test(path) &&
            readFileSync(`${rootDir}src/${path}`, 'utf8').startsWith('/** @module-tag long */'),
        )
        .map((path) => `src/${path.replaceAll('\\', '/')}`)
    : []

export default defineConfig({
  root: 'src',
  plugins: [soundWords, colours, react({ compiler: true })],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The server reads the file names of the public site from the manifest (server/http/site/siteAssets.ts).
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { index: `${rootDir}src/index.html`, site: `${rootDir}src/site/site.ts` },
      // Modules of the contract have no side effects, so a page includes only the parts it uses.
      treeshake: { moduleSideEffects: (id: string) => !/[\\/]contract[\\/]/.test(id) },
      output: {
        codeSplitting: {
          groups: [
            // Vite's preload helper would otherwise be put into a library's chunk, which the first screen would then load.
            { name: 'preload', test: /vite[\\/]preload-helper|rolldown[\\/]runtime/, priority: 100 },
            { name: 'react', test: from('react', 'react-dom', 'react-router', 'scheduler'), priority: 60 },
            { name: 'intl', test: from('react-intl', '@formatjs', 'intl-messageformat'), priority: 50 },
            { name: 'maplibre', test: from('maplibre-gl', 'react-map-gl', '@maplibre', '@vis.gl'), priority: 40 },
            { name: 'deck', test: from('@deck.gl', '@luma.gl', '@math.gl', '@loaders.gl', '@probe.gl'), priority: 40 },
            { name: 'echarts', test: from('echarts', 'zrender'), priority: 40 },
            { name: 'antd', test: (id: string) => antd.test(id) && !rareAntd.test(id), priority: 30 },
            { name: 'live', test: from('rxjs', 'socket.io', 'engine.io', '@socket.io'), priority: 30 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      // API calls only, not the modules of src/api.
      '^/api/(forms|notices|users)\\b': server,
      '/collateral': server,
      '/ingest': server,
      '/health': server,
      '/live': { target: server, ws: true },
      // The server renders the public site.
      '^/(?:\\?.*)?$': sitePages,
      '^/(?:newsTopMenu|newsDetail|org|legal)(?:/|$)': sitePages,
      '^/(?:media|assets)(?:/|$)': server,
      '^/(?:rss\\.xml|sitemap\\.xml|robots\\.txt|site\\.css)$': server,
    },
  },
  test: {
    // `npm test` leaves these out, `npm test -- all` runs them (docs/TESTING.md).
    tags: [
      {
        name: 'long',
        description: 'Starts whole processes, plays long histories, or repeats a kind that a quick test shows once.',
      },
    ],
    sequence: { sequencer: GroupingSequencer },
    projects: [
      {
        extends: true,
        root: rootDir,
        test: {
          name: 'console',
          environment: 'happy-dom',
          // Tests open servers at other addresses than their page's.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          // A busy machine is slow, not wrong: a test has room for several waits (.ci/testingLibrary.ts).
          testTimeout: 90_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          exclude: longFiles,
          include: ['{src,streams,locales,contract,mocks,.ci}/**/*.test.{ts,tsx}'],
          isolate: false,
          execArgv: forTests,
          globalSetup: ['server/testing/testGlobalSetup.ts', 'server/testing/testBackend.ts'],
          // A test reads the style sheets as text (src/theme/colourLiterals.test.ts); otherwise they are left out.
          css: { include: /\.css\?raw$/ },
          setupFiles: [
            '.ci/leanReact.ts',
            '.ci/freshPage.ts',
            '.ci/testingLibrary.ts',
            '.ci/realClock.ts',
            '.ci/failOnConsoleError.ts',
          ],
        },
      },
      {
        extends: true,
        root: rootDir,
        test: {
          name: 'server',
          environment: 'node',
          // A busy machine is slow, not wrong.
          testTimeout: 20_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          include: ['server/**/*.test.ts', 'e2e/**/*.test.ts'],
          // Files of a worker share the server's modules, too; none of them has state.
          isolate: false,
          execArgv: forTests,
          setupFiles: ['.ci/realClock.ts', '.ci/failOnConsoleError.ts'],
          globalSetup: ['server/testing/testGlobalSetup.ts'],
        },
      },
    ],
  },
})
