/** The audit log. */
export function LogPage() {
  return <h1 tabIndex={-1}>Log</h1>
}
