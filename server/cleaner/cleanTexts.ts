// A process of its own that cleans rich texts: the time that they take is not the server's.
import { getPriority, setPriority } from 'node:os'
import { cleanHtml } from './cleanHtml.ts'

/** Below the server, which is not to wait for a text. */
const nicer = 5

setPriority(Math.min(19, getPriority() + nicer))
process.on('message', (texts: string[]) => void process.send?.(texts.map(cleanHtml)))
// The server has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
