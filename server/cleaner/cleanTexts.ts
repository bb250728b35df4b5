// A separate process that cleans rich texts, so that its time does not block the server.
import { getPriority, setPriority } from 'node:os'
import { cleanHtml } from './cleanHtml.ts'

/** Priority below the server, which must not wait for a text. */
const niceIncrement = 5

setPriority(Math.min(19, getPriority() + niceIncrement))
process.on('message', (texts: string[]) => void process.send?.(texts.map(cleanHtml)))
// The server has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
