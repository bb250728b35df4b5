import pino from 'pino'
import {startPostgres} from './postgres.ts'
import {claimDataDirectory} from './dataDirectory.ts'
import {connect} from '../connect.ts'
const t=performance.now(), at=(s:string)=>console.log(Math.round(performance.now()-t),s)
const c=await claimDataDirectory(process.argv[2]!)
at('claimed')
const p=await startPostgres({dataDir:process.argv[2]!,log:pino({level:'info'}),onState:(s)=>at(JSON.stringify(s))})
at('started '+p.pid()+' '+p.target.socketDir)
const sql=connect({target:p.target})
console.log(await sql`select current_setting('data_checksums') sums, current_setting('server_encoding') enc, current_setting('shared_buffers') sb, datcollate, datlocale, datlocprovider from pg_database where datname=current_database()`)
process.kill(p.pid()!,'SIGKILL')
await new Promise(r=>setTimeout(r,1500))
console.log(await sql`select 1`)
await sql.end()
at('stopping')
if(!process.argv[3]){await p.stop();await c.release()}
at('stopped')
