import { colours } from '../../colours.ts'
import { html, Markup } from '../html.ts'
import type { Spoken } from '../languageOf.ts'
import { sayIn } from '../words.ts'

/** The page has its own style, because there may be no built style sheet yet. */
export const preparingStyle =
  'html{color-scheme:light dark;font:18px/1.6 system-ui,sans-serif}body{max-width:34em;margin:22vh auto 0;padding:0 24px}h1{font-size:1.6em;line-height:1.25}'

export const retrySeconds = 3
/** Header that marks this page, because the finished product may also answer 503. */
export const preparingHeader = 'x-drover-preparing'
/** Retries until something else is answered; while the server starts, requests fail. */
export const preparingScript = `const again=()=>setTimeout(()=>fetch(location.href,{headers:{Accept:'text/html'}}).then(({headers})=>{if(headers.has('${preparingHeader}'))again();else location.reload()},again),${retrySeconds * 1000});again()`

/** Renders the page shown while the demo is created. */
export function renderPreparing({ language, direction }: Spoken): string {
  const say = sayIn(language)
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<meta name="theme-color" content="${colours.browserFrame}" />
<title>${say('preparing.title')}</title>
<style>${new Markup(preparingStyle)}</style>
<noscript><meta http-equiv="refresh" content="${retrySeconds}" /></noscript>
<script>${new Markup(preparingScript)}</script>
</head>
<body><main><h1>${say('preparing.title')}</h1><p>${say('preparing.said')}</p></main></body>
</html>
`.text
}
