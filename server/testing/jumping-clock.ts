// Loaded into a server with `--import`: sets its clock ahead of the machine's by the milliseconds that the test sends.
const { now } = Date
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? '0')

process.on('message', (message) => {
  ahead = Number(message)
  process.send?.(message)
})
process.channel?.unref() // the server ends as without a test

const read = () => now() + ahead
globalThis.Date = new Proxy(Date, {
  get: (target, name) => (name === 'now' ? read : Reflect.get(target, name)),
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [read()] : given),
})
