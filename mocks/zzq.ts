import { signIn } from './calls.ts'
import { endpoints } from '#contract/endpoints.ts'
const call = await signIn('http://127.0.0.1:8123','pm','Demo2026')
const farms = await call(endpoints.farms.list,{})
for (const f of farms.list) console.log(f.name, JSON.stringify(f.headcount))
const all:any[]=[]; for(let c=1;;c++){const p=await call(endpoints.alerts.list,{current:c,pageSize:1000}); all.push(...p.list); if(all.length>=p.total) break}
const k:Record<string,number>={}, open:Record<string,number>={}; const perDay:Record<string,number>={}
for(const a of all){k[a.kind]=(k[a.kind]??0)+1; if(!a.clearedAt) open[a.kind]=(open[a.kind]??0)+1; perDay[a.raisedAt.slice(0,10)]=(perDay[a.raisedAt.slice(0,10)]??0)+1}
console.log(all.length,k,'open',open,perDay)
console.log(all.filter(a=>a.kind==='SITE_OUTAGE').slice(0,5).map(a=>[a.raisedAt,a.clearedAt,JSON.stringify(a.detail)]))
console.log(all.filter(a=>a.kind==='GATEWAY_OFFLINE').slice(0,8).map(a=>[a.subjectName,a.raisedAt,a.clearedAt]))
console.log(all.filter(a=>a.kind==='LEFT_PEN').slice(0,8).map(a=>[a.subjectName,a.raisedAt,a.clearedAt, JSON.stringify(a.detail)]))
const h=await call(endpoints.headcounts.history,{})
console.log(h.stepMinutes,h.windowMinutes,h.farms.map(f=>[f.at.length, Math.min(...f.heard), Math.max(...f.heard), Math.max(...f.unverified)]), h.outages)
console.log((await call(endpoints.ingest.summary,{from:Date.now()-31*86400e3})).totals)
