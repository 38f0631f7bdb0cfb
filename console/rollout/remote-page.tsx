/** What visitors get of a remote, and its latest rollout. */
export function RemotePage() {
  return <h1 tabIndex={-1}>Remote</h1>
}
