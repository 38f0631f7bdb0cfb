/** The version of a release: `2.1.0` of `2.1.0-0a1b2c3d`. */
export function getVersion(release: string): string {
  return release.replace(/-[0-9a-f]{8}$/, '')
}

/** The page of a remote. */
export function getRemoteAddress(remote: string): string {
  return `/remotes/${remote}`
}

/** The page of a release. */
export function getReleaseAddress(remote: string, release: string): string {
  return `/remotes/${remote}/releases/${release}`
}

/** The page of a rollout. */
export function getRolloutAddress(id: string): string {
  return `/rollouts/${id}`
}
