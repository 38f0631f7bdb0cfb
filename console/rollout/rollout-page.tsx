/** A rollout. */
export function RolloutPage() {
  return <h1 tabIndex={-1}>Rollout</h1>
}
