import { spawn } from 'node:child_process'
import { serverEnvironment, type Cluster } from './cluster.ts'

/**
 * Waits for the end of a pipe that only the starting process holds, then shuts the server down: fast, and immediately after
 * 10 s. Signals to a whole group (Ctrl-C, systemd) must not end it before. The pid file may be a moment away.
 */
const script = `
trap '' INT TERM HUP
read -r _
runs() {
  pid=
  { read -r pid < postmaster.pid; } 2>/dev/null
  [ -n "$pid" ] && { tr '\\0' ' ' < "/proc/$pid/cmdline" || ps -o command= -p "$pid"; } 2>/dev/null | grep -q "cluster_name=$1 "
}
tries=0
until runs "$1"; do
  tries=$((tries + 1))
  [ $tries -gt 20 ] && exit
  sleep 0.1
done
kill -INT "$pid"
tries=0
while runs "$1"; do
  tries=$((tries + 1))
  [ $tries -eq 100 ] && kill -QUIT "$pid"
  [ $tries -gt 200 ] && exit
  sleep 0.1
done
`

/**
 * Starts the watchdog, which ends the server of a cluster after this process has ended, also by SIGKILL or a crash.
 * @returns ends the watchdog itself; to be called once the server is stopped
 */
export function startWatchdog(cluster: Cluster): () => void {
  const child = spawn('/bin/sh', ['-c', script, 'drover-watchdog', cluster.name], {
    ...cluster.account,
    cwd: cluster.path,
    env: serverEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return () => void child.kill('SIGKILL')
}
