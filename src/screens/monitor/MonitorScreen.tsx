export function MonitorScreen() {
  return <main>monitor</main>
}
