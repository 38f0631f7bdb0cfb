/** Tables of load reports. */
export interface BeaconTables {
  /** Loads of ten seconds in both arms of a rollout; only ever incremented, so that several servers may add. */
  metric: {
    rollout: string
    /** Beginning of the ten seconds. */
    bucket: number
    canary_loads: number
    canary_failures: number
    stable_loads: number
    stable_failures: number
  }
  /** Marks of networks from which the canary of a rollout has failed. */
  failing_network: { rollout: string; network: string }
  /** What has been counted until `ends_at`, under keys that tell of nobody. */
  counted: { key: string; count: number; ends_at: number }
}
