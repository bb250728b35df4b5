import { spawn } from 'node:child_process'
import { serverEnvironment, type Cluster } from './cluster.ts'

/**
 * Waits for the end of a pipe that only the starting process holds, then shuts the server down: fast first, immediate after 10 s.
 * Ignores signals to the whole group (Ctrl-C, systemd). The pid file may appear a moment later.
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
 * Starts the watchdog, which ends a cluster's server after this process has ended, also by SIGKILL or a crash.
 * @returns a function that ends the watchdog; call it once the server is stopped
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
