/** `12:04:10` */
export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}
